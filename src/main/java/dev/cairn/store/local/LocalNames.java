package dev.cairn.store.local;

import dev.cairn.store.BlobHash;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreOperation;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The one mapping between keys and files. A key is a relative path as it stands, so that people
 * find their files; a key that no file can be named by is refused, never changed. Thread-safe.
 */
final class LocalNames {

  /** Names that begin so at the top of the root are ours. */
  static final String RESERVED_PREFIX = ".cairn-";

  private static final int MAX_SEGMENT_BYTES = 255;
  private static final int MAX_PATH_BYTES = 4095;

  private final Path root;
  private final LocalErrors errors;

  LocalNames(Path root, LocalErrors errors) {
    this.root = root;
    this.errors = errors;
  }

  /**
   * The file of a key.
   *
   * @throws dev.cairn.store.PermanentStoreException UNSUPPORTED when there can be none; the summary
   *     says why
   */
  Path file(StoreOperation operation, ObjectKey key) {
    if (BlobHash.fromKey(key).isPresent()) {
      return root.resolve(key.value());
    }
    String reason = refusal(key.value());
    if (reason != null) {
      throw refused(operation, key, reason);
    }
    try {
      Path file = root.resolve(key.value());
      if (file.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
        throw refused(operation, key, "its path is longer than " + MAX_PATH_BYTES + " bytes");
      }
      return file;
    } catch (InvalidPathException e) {
      throw refused(operation, key, "the file name encoding of this Java cannot express it");
    }
  }

  private RuntimeException refused(StoreOperation operation, ObjectKey key, String reason) {
    return errors.permanent(
        FailureKind.UNSUPPORTED,
        operation,
        key,
        "no file can have this key as its name: " + reason);
  }

  /** Why a path relative to the root names no object, or null when it may. */
  static @Nullable String refusal(String key) {
    if (isReserved(key.substring(0, key.indexOf('/') < 0 ? key.length() : key.indexOf('/')))) {
      return "its beginning is reserved";
    }
    if (key.indexOf('\0') >= 0) {
      return "it contains NUL";
    }
    for (String segment : key.split("/", -1)) {
      if (segment.isEmpty()) {
        return "it has an empty segment";
      }
      if (segment.equals(".") || segment.equals("..")) {
        return "it has a segment of dots";
      }
      if (segment.getBytes(StandardCharsets.UTF_8).length > MAX_SEGMENT_BYTES) {
        return "it has a segment of more than " + MAX_SEGMENT_BYTES + " bytes";
      }
    }
    return null;
  }

  /** Whether a name at the top of the root is not the beginning of any key. */
  static boolean isReserved(String topName) {
    return topName.startsWith(RESERVED_PREFIX) || topName.equals(LocalRoot.LOST_AND_FOUND);
  }

  /**
   * The name of a directory's child as a segment of a key, or null when Java could not decode it
   * without loss.
   */
  static @Nullable String segment(Path child) {
    String name = child.getFileName().toString();
    if (name.chars().allMatch(c -> c < 0x80)) {
      return name;
    }
    try {
      return child.resolveSibling(name).equals(child) ? name : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
