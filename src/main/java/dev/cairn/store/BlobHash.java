package dev.cairn.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Name of a managed blob: the SHA-256 of its plaintext, 64 lower-case hexadecimal digits. Compares
 * like its bytes and like its object key.
 *
 * @param hex the digits
 */
public record BlobHash(String hex) implements Comparable<BlobHash> {

  private static final String SUFFIX = ".blob";

  /**
   * @throws IllegalArgumentException when {@code hex} is not 64 lower-case hexadecimal digits
   */
  public BlobHash {
    if (!isHash(hex)) {
      throw new IllegalArgumentException("a blob hash is 64 lower-case hexadecimal digits");
    }
  }

  /** The hash with these 32 bytes. */
  public static BlobHash of(byte[] digest) {
    return new BlobHash(HexFormat.of().formatHex(digest));
  }

  /** A new SHA-256 digest; not thread-safe. */
  public static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The hash that an object key names, or empty when the key is not that of a managed blob. */
  public static Optional<BlobHash> fromKey(ObjectKey key) {
    String value = key.value();
    if (value.length() != 3 + 64 + SUFFIX.length()
        || !value.endsWith(SUFFIX)
        || value.charAt(2) != '/') {
      return Optional.empty();
    }
    String hex = value.substring(3, 67);
    return isHash(hex) && value.startsWith(hex.substring(0, 2))
        ? Optional.of(new BlobHash(hex))
        : Optional.empty();
  }

  private static boolean isHash(String text) {
    if (text.length() != 64) {
      return false;
    }
    for (int i = 0; i < 64; i++) { // a stream would cost more than the hash itself
      char c = text.charAt(i);
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
        return false;
      }
    }
    return true;
  }

  /** The 32 bytes. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** The object key in every backend: first two digits, slash, all digits, {@code .blob}. */
  public ObjectKey key() {
    return new ObjectKey(hex.substring(0, 2) + "/" + hex + SUFFIX);
  }

  @Override
  public int compareTo(BlobHash other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return hex;
  }
}
