package dev.cairn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;

/**
 * Programs from npm, in the versions of the lock file in {@code src/test/npm}, installed once into
 * the build directory. Install scripts are not run.
 */
final class NodePackages {

  private static final int MINUTES = 10;

  private NodePackages() {}

  /**
   * Installs them unless they are there.
   *
   * @return the directory {@code node_modules}
   * @throws IllegalStateException when npm fails; the message ends with what it said
   */
  static synchronized Path install() {
    Path declared = BuildDirectory.path().resolveSibling("src/test/npm");
    Path home = BuildDirectory.path().resolve("npm");
    Path stamp = home.resolve("installed-package-lock.json");
    Path lock = declared.resolve("package-lock.json");
    try {
      if (!Files.exists(stamp) || Files.mismatch(stamp, lock) >= 0) {
        Files.createDirectories(home);
        copy(declared.resolve("package.json"), home.resolve("package.json"));
        copy(lock, home.resolve("package-lock.json"));
        npm(home);
        copy(lock, stamp);
      }
      return home.resolve("node_modules");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void npm(Path home) throws IOException {
    Path log = home.resolve("npm.log");
    Process npm =
        new ProcessBuilder(
                "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!npm.waitFor(MINUTES, TimeUnit.MINUTES) || npm.exitValue() != 0) {
        npm.destroyForcibly();
        throw new IllegalStateException(
            "npm ci failed (Node 18 or later is needed): " + Files.readString(log));
      }
    } catch (InterruptedException e) {
      npm.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
