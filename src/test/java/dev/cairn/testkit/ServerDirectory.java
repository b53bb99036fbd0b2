package dev.cairn.testkit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server's own base directory: configuration and deployments copied from a provisioned server,
 * everything else new.
 */
record ServerDirectory(Path path) {

  static ServerDirectory copyOf(Path home) throws IOException {
    Path standalone = home.resolve("standalone");
    if (!Files.isDirectory(standalone)) {
      throw new IllegalStateException(
          "no server in " + home + ": build it first, with ./mvnw package");
    }
    Path servers = Files.createDirectories(BuildDirectory.path().resolve("servers"));
    Path base = Files.createTempDirectory(servers, "server-");
    copyFiles(standalone.resolve("configuration"), base.resolve("configuration"), "");
    copyFiles(standalone.resolve("deployments"), base.resolve("deployments"), ".war");
    Files.createDirectories(base.resolve("log"));
    return new ServerDirectory(base);
  }

  Path configuration() {
    return path.resolve("configuration");
  }

  /** Everything the server printed; restarts append. */
  Path console() {
    return path.resolve("log").resolve("console.log");
  }

  /** Removes what takes space and keeps what explains. */
  void prune() throws IOException {
    for (String heavy : List.of("data", "tmp", "deployments")) {
      deleteTree(path.resolve(heavy));
    }
  }

  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void copyFiles(Path from, Path to, String ending) throws IOException {
    Files.createDirectories(to);
    List<Path> files;
    try (Stream<Path> listed = Files.list(from)) {
      files = listed.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      if (file.toString().endsWith(ending)) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
