package dev.cairn.testkit;

import java.nio.file.Path;

/**
 * Where builds put what they make: system property {@code cairn.build.dir}, else {@code target}.
 */
public final class BuildDirectory {
  private BuildDirectory() {}

  /** Returns the absolute path. */
  public static Path path() {
    return Path.of(System.getProperty("cairn.build.dir", "target")).toAbsolutePath();
  }
}
