package dev.cairn.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The directories of one workload, all on the same disk. */
record Places(Path root) {
  Path main() {
    return root.resolve("main");
  }

  Path copy() {
    return root.resolve("copy");
  }

  /** Where rclone copies to. */
  Path rclone() {
    return root.resolve("rclone");
  }

  /** Removes all objects of a directory; Cairn's own files at its top stay. */
  static void empty(Path directory) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> children = Files.list(directory)) {
      children
          .filter(c -> !c.getFileName().toString().startsWith(".cairn"))
          .forEach(Places::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes a file, or a directory with everything in it. */
  static void delete(Path tree) {
    if (!Files.exists(tree)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> walk = Files.walk(tree)) {
      all = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path file : all) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
