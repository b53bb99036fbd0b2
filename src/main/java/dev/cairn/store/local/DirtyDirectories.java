package dev.cairn.store.local;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Directories whose latest entries a crash could still lose. Thread-safe: whoever returns from
 * {@link #force} knows that everything added before its call is safe, by whichever thread.
 */
final class DirtyDirectories {

  private final Set<Path> directories = ConcurrentHashMap.newKeySet();
  private final ReentrantLock forcing = new ReentrantLock();

  void add(Path directory) {
    directories.add(directory);
  }

  /** Makes all entries survive a crash. What could not be forced stays for the next call. */
  void force() throws IOException {
    try {
      forcing.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
    try {
      List<Path> batch = new ArrayList<>(directories);
      for (Path directory : batch) {
        force(directory);
      }
    } finally {
      forcing.unlock();
    }
  }

  private void force(Path directory) throws IOException {
    directories.remove(directory); // before forcing: what is renamed meanwhile adds it again
    boolean forced = false;
    try {
      LocalRoot.force(directory);
      forced = true;
    } catch (NoSuchFileException e) {
      forced = true; // deleted with all that was in it
    } finally {
      if (!forced) {
        directories.add(directory);
      }
    }
  }
}
