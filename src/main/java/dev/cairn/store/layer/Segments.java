package dev.cairn.store.layer;

import dev.cairn.store.ByteRange;
import java.util.OptionalLong;

/**
 * Where the bytes of a plaintext lie in the encrypted object. Its segments are 64 KiB each and
 * begin at multiples of 64 KiB; the head and the salt take their room from the first one, and a tag
 * of 16 bytes ends each. Pure.
 */
final class Segments {

  /** Bytes of a segment in the stored object. */
  static final int STORED = 64 * 1024;

  /** Bytes in front of the first segment's ciphertext: our head, then length, salt and nonce. */
  static final int LEAD = CipherHead.BYTES + 1 + EncryptionKey.BYTES + 7;

  private static final int TAG = 16;
  private static final int PLAIN = STORED - TAG;

  /** No object is larger; keeps sums from overflowing. */
  private static final long LARGEST = Long.MAX_VALUE / 4;

  private Segments() {}

  /** Bytes of the encrypted object for so many bytes of plaintext. */
  static long storedSize(long plain) {
    long segments = Math.max(1, (plain + LEAD + PLAIN - 1) / PLAIN);
    return plain + LEAD + segments * TAG;
  }

  /** Bytes of plaintext in an encrypted object, or empty when none has this length. */
  static OptionalLong plainSize(long stored) {
    long segments = (stored + STORED - 1) / STORED;
    long plain = stored - LEAD - segments * TAG;
    return plain >= 0 && storedSize(plain) == stored
        ? OptionalLong.of(plain)
        : OptionalLong.empty();
  }

  /** Where the segment begins that holds this byte of the plaintext. */
  static long begin(long plainOffset) {
    return (Math.min(plainOffset, LARGEST) + LEAD) / PLAIN * STORED;
  }

  /**
   * The stored bytes of the segments that hold a range of the plaintext. The last one may be
   * shorter than 64 KiB; a range is cut at the end of an object anyway.
   */
  static ByteRange covering(ByteRange plain) {
    long begin = begin(plain.offset());
    long last = plain.offset() + Math.min(plain.length(), LARGEST) - 1;
    long end = begin(Math.max(last, plain.offset())) + STORED;
    return new ByteRange(begin, end - begin);
  }
}
