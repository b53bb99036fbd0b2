package dev.cairn.store.local;

import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives a written file its final name, in one step and only when the condition holds. Thread-safe.
 *
 * <p>Puts that must find nothing exclude each other everywhere, by the file system. Puts that must
 * find a version do so within this store only: another process, or an unconditional put, can come
 * between the look and the rename.
 */
final class LocalPublisher {

  /** How often directories are made anew when deletes remove them meanwhile. */
  private static final int TRIES = 5;

  private final LocalRoot root;
  private final LocalErrors errors;
  private final DirtyDirectories dirty;
  private final ReentrantLock versionLock = new ReentrantLock();

  LocalPublisher(LocalRoot root, LocalErrors errors, DirtyDirectories dirty) {
    this.root = root;
    this.errors = errors;
    this.dirty = dirty;
  }

  /** The final name of a put. */
  record Target(ObjectKey key, Path file, PutCondition condition) {}

  /** Refuses a put whose condition does not hold, before its bytes are moved. */
  void refuseEarly(Target target) throws IOException {
    if (target.condition instanceof PutCondition.IfAbsent && root.object(target.file).isPresent()) {
      throw conditionFailed(target, "an object is there");
    }
    if (target.condition instanceof PutCondition.IfVersion expected) {
      requireVersion(target, expected);
    }
  }

  /** Moves {@code temporary} to its final name. */
  void publish(Path temporary, Target target) throws IOException {
    for (int attempt = 1; ; attempt++) {
      requireNotAbandoned();
      makeWay(target);
      try {
        move(temporary, target);
        dirty.add(LocalRoot.directoryOf(target.file));
        return;
      } catch (NoSuchFileException e) {
        if (attempt == TRIES) {
          throw e;
        }
      }
    }
  }

  /** A put whose caller was told that it failed must not take effect later. */
  private static void requireNotAbandoned() throws ClosedByInterruptException {
    if (Thread.currentThread().isInterrupted()) {
      throw new ClosedByInterruptException();
    }
  }

  private void makeWay(Target target) throws IOException {
    switch (root.wayTo(target.file)) {
      case OPEN -> {
        return;
      }
      case BLOCKED -> throw conflict(target, "a part of its path is no directory");
      case MISSING -> createDirectories(LocalRoot.directoryOf(target.file));
    }
  }

  private void createDirectories(Path directory) throws IOException {
    if (!root.markerReadable()) {
      throw new NoSuchFileException(root.path().toString());
    }
    Files.createDirectories(directory);
    for (Path made = directory; !made.equals(root.path()); made = LocalRoot.directoryOf(made)) {
      dirty.add(LocalRoot.directoryOf(made));
    }
  }

  private void move(Path temporary, Target target) throws IOException {
    if (target.condition instanceof PutCondition.IfAbsent) {
      link(temporary, target);
    } else if (target.condition instanceof PutCondition.IfVersion expected) {
      replaceVersion(temporary, target, expected);
    } else {
      rename(temporary, target);
    }
  }

  private void rename(Path temporary, Target target) throws IOException {
    try {
      Files.move(temporary, target.file, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      if (!isDirectory(target.file)) {
        throw e;
      }
      removeEmptyDirectory(target);
      Files.move(temporary, target.file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private void removeEmptyDirectory(Target target) throws IOException {
    try {
      Files.delete(target.file);
    } catch (DirectoryNotEmptyException e) {
      throw conflict(target, "there are objects whose keys continue it with a slash");
    }
  }

  private void link(Path temporary, Target target) throws IOException {
    try {
      Files.createLink(target.file, temporary);
    } catch (FileAlreadyExistsException e) {
      if (isDirectory(target.file)) {
        removeEmptyDirectory(target);
        link(temporary, target);
        return;
      }
      throw conditionFailed(target, "an object is there");
    } catch (UnsupportedOperationException e) {
      refuseEarly(target); // a file system without links: as good as a look can be
      rename(temporary, target);
      return;
    }
    Files.deleteIfExists(temporary);
  }

  private void replaceVersion(Path temporary, Target target, PutCondition.IfVersion expected)
      throws IOException {
    try {
      versionLock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
    try {
      requireVersion(target, expected);
      rename(temporary, target);
    } finally {
      versionLock.unlock();
    }
  }

  private void requireVersion(Target target, PutCondition.IfVersion expected) throws IOException {
    Optional<String> found = root.object(target.file).map(LocalBlobStore::version);
    if (!found.equals(Optional.of(expected.version()))) {
      throw conditionFailed(target, "the object has another version or is not there");
    }
  }

  private static boolean isDirectory(Path file) throws IOException {
    try {
      return LocalRoot.attributes(file).isDirectory();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private PermanentStoreException conflict(Target target, String why) {
    return errors.permanent(
        FailureKind.UNSUPPORTED,
        StoreOperation.PUT,
        target.key,
        "its name is in conflict with another object's: " + why);
  }

  private PermanentStoreException conditionFailed(Target target, String why) {
    return errors.permanent(FailureKind.PRECONDITION_FAILED, StoreOperation.PUT, target.key, why);
  }
}
