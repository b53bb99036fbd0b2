package dev.cairn.store.layer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The 16 bytes in front of an encrypted object: 5 bytes that no text and no common file begins
 * with, 1 byte of flags (none is defined), the version of the format as a 2-byte big-endian number,
 * and the fingerprint of the key. The body that follows is bound to them.
 *
 * @param version of the format
 * @param fingerprint of the key, 16 hexadecimal digits
 * @see <a href="file:docs/adr/0013-encrypted-objects.md">ADR 13</a>
 */
record CipherHead(int version, String fingerprint) {

  /** Bytes of a head. */
  static final int BYTES = 16;

  /** The one format there is: AES-256-GCM-HKDF in segments of 64 KiB. */
  static final int VERSION = 1;

  private static final byte[] MAGIC = {(byte) 0x89, 'C', 'R', 'N', '\n'};
  private static final byte NO_FLAGS = 0;

  /** The head of what is encrypted with this key now. */
  static CipherHead of(EncryptionKey key) {
    return new CipherHead(VERSION, key.fingerprint());
  }

  /** The head that an object begins with, or empty when it begins with something else. */
  static Optional<CipherHead> parse(byte[] begin) {
    if (begin.length < BYTES || !Arrays.equals(begin, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      return Optional.empty();
    }
    ByteBuffer head = ByteBuffer.wrap(begin, MAGIC.length, BYTES - MAGIC.length);
    // flags that are not known change the format like another version does
    int version = (head.get() & 0xff) << 16 | head.getShort() & 0xffff;
    byte[] fingerprint = new byte[EncryptionKey.FINGERPRINT_BYTES];
    head.get(fingerprint);
    return Optional.of(new CipherHead(version, HexFormat.of().formatHex(fingerprint)));
  }

  /** The 16 bytes. */
  byte[] bytes() {
    return ByteBuffer.allocate(BYTES)
        .put(MAGIC)
        .put(NO_FLAGS)
        .putShort((short) version)
        .put(HexFormat.of().parseHex(fingerprint))
        .array();
  }
}
