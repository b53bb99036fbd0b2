package dev.cairn.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Name of an object in a store: 1 to 1,024 bytes of UTF-8, never normalised, re-encoded or trimmed.
 * Keys compare by their UTF-8 bytes, unsigned, which is the order in which stores list.
 *
 * @param value the key as text
 */
public record ObjectKey(String value) implements Comparable<ObjectKey> {

  /** Longest key, in bytes of UTF-8. */
  public static final int MAX_BYTES = 1024;

  /**
   * @throws IllegalArgumentException when the key is empty, longer than 1,024 bytes, or not
   *     encodable as UTF-8
   */
  public ObjectKey {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("key must not be empty");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException("key must be valid Unicode");
    }
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "key must be at most " + MAX_BYTES + " bytes of UTF-8, was " + bytes);
    }
  }

  @Override
  public int compareTo(ObjectKey other) {
    return Arrays.compareUnsigned(
        value.getBytes(StandardCharsets.UTF_8), other.value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return value;
  }
}
