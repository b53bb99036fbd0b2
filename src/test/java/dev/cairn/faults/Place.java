package dev.cairn.faults;

import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.SampleBlob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A storage entry of a test server, seen from behind: where its objects lie. */
sealed interface Place {

  /** Name of the entry. */
  String name();

  /** Directory of its objects. */
  Path directory();

  /**
   * A root of the local backend.
   *
   * @param name entry
   * @param directory root
   */
  record Local(String name, Path directory) implements Place {}

  /**
   * A bucket of a real S3 server.
   *
   * @param name entry, and name of the bucket
   * @param directory where the server keeps the bucket's objects
   * @param proxy what stands between Cairn and the server, for this bucket alone
   * @param secret file with the secret key, for this bucket alone
   */
  record Bucket(String name, Path directory, FaultProxy proxy, Path secret) implements Place {}

  /** Tells whether the object of a blob is there, with the bytes of its name. */
  default boolean holds(String hash) {
    Path file = directory().resolve(hash.substring(0, 2)).resolve(hash + ".blob");
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream content = Files.newInputStream(file)) {
      return SampleBlob.hash(content).equals(hash);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Takes the directory away. A bucket is gone then; a root is an empty directory, as the mount
   * point of a file system that is not mounted.
   */
  default void takeAway() {
    try {
      Files.move(directory(), away());
      if (this instanceof Local) {
        Files.createDirectory(directory());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Puts the directory back where it was.
   *
   * @throws IllegalStateException when something was written into what stood in its place
   */
  default void putBack() {
    try {
      if (Files.isDirectory(directory())) {
        requireUnused();
      }
      Files.move(away(), directory());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireUnused() throws IOException {
    try (Stream<Path> left = Files.walk(directory())) {
      for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
        if (Files.isRegularFile(path)) {
          throw new IllegalStateException(path + " was written where the root should be");
        }
        Files.delete(path);
      }
    }
  }

  private Path away() {
    return directory().resolveSibling(name() + "-away");
  }
}
