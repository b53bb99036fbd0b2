package dev.cairn.store.local;

import java.nio.file.Path;

/**
 * One entry of type {@code local}.
 *
 * @param entry name of the entry, as failures give it
 * @param root directory that holds the objects
 * @param mayCreate whether a root that is missing or empty may be taken into use: the entry is a
 *     target, or nothing is registered yet. Where it is false, a missing or empty root is an error,
 *     because a file system that is not mounted looks just like that
 */
public record LocalSettings(String entry, Path root, boolean mayCreate) {

  /** Makes the root absolute. */
  public LocalSettings {
    root = root.toAbsolutePath().normalize();
  }
}
