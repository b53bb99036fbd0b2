package dev.cairn.store.layer;

import dev.cairn.store.BlobHash;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A 256-bit key. It is told apart from others by its fingerprint, the first 8 bytes of its SHA-256,
 * which may be shown; the key itself never is. Immutable.
 */
public final class EncryptionKey {

  /** Bytes of a key. */
  public static final int BYTES = 32;

  static final int FINGERPRINT_BYTES = 8;

  private final byte[] bytes;
  private final byte[] fingerprint;

  private EncryptionKey(byte[] bytes) {
    this.bytes = bytes;
    this.fingerprint = Arrays.copyOf(BlobHash.newDigest().digest(bytes), FINGERPRINT_BYTES);
  }

  /**
   * Reads a key, as {@code openssl rand -base64 32} makes one.
   *
   * @throws IllegalArgumentException when the text is not the base64 of 32 bytes; the message holds
   *     nothing of it
   */
  public static EncryptionKey ofBase64(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("an encryption key is not base64"); // e quotes the text
    }
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "an encryption key has " + BYTES + " bytes, this one " + bytes.length);
    }
    return new EncryptionKey(bytes);
  }

  /** The fingerprint, 16 hexadecimal digits. */
  public String fingerprint() {
    return HexFormat.of().formatHex(fingerprint);
  }

  /** A copy of the 32 bytes. */
  byte[] bytes() {
    return bytes.clone();
  }

  /** A copy of the 8 bytes. */
  byte[] fingerprintBytes() {
    return fingerprint.clone();
  }

  /** The fingerprint alone. */
  @Override
  public String toString() {
    return "key " + fingerprint();
  }
}
