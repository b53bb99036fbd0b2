package dev.cairn.migration;

import dev.cairn.store.BlobHash;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the key space: hashes from {@code low} on and before {@code high}.
 *
 * @param number from 0
 * @param low first hash (32 bytes), or null for the very first
 * @param high first hash behind it (32 bytes), or null for the end
 */
public record KeyRange(int number, byte @Nullable [] low, byte @Nullable [] high) {
  private static final int HASH_BYTES = 32;

  /** Digits in front of the slash of an object key. */
  private static final int DIRECTORY_DIGITS = 2;

  /**
   * Cuts the key space into equal intervals; SHA-256 is uniform, so these hold about as many blobs
   * each.
   */
  public static List<KeyRange> split(int ranges) {
    BigInteger space = BigInteger.ONE.shiftLeft(8 * HASH_BYTES);
    List<KeyRange> all = new ArrayList<>(ranges);
    for (int i = 0; i < ranges; i++) {
      all.add(new KeyRange(i, boundary(space, i, ranges), boundary(space, i + 1, ranges)));
    }
    return all;
  }

  /** What the object keys of all blobs in it begin with; empty when they have nothing in common. */
  String keyPrefix() {
    String first = low == null ? "00".repeat(HASH_BYTES) : BlobHash.of(low).hex();
    String last = high == null ? "ff".repeat(HASH_BYTES) : BlobHash.of(before(high)).hex();
    int common = 0;
    while (common < first.length() && first.charAt(common) == last.charAt(common)) {
      common++;
    }
    String key = new BlobHash(first).key().value();
    return key.substring(0, common < DIRECTORY_DIGITS ? common : DIRECTORY_DIGITS + 1 + common);
  }

  private static byte[] before(byte[] hash) {
    byte[] number = new BigInteger(1, hash).subtract(BigInteger.ONE).toByteArray();
    return padded(number);
  }

  private static byte @Nullable [] boundary(BigInteger space, int index, int ranges) {
    if (index == 0 || index == ranges) {
      return null;
    }
    byte[] number =
        space.multiply(BigInteger.valueOf(index)).divide(BigInteger.valueOf(ranges)).toByteArray();
    return padded(number);
  }

  private static byte[] padded(byte[] number) {
    byte[] hash = new byte[HASH_BYTES];
    int length = Math.min(number.length, HASH_BYTES);
    System.arraycopy(number, number.length - length, hash, HASH_BYTES - length, length);
    return hash;
  }
}
