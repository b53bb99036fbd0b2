package dev.cairn.testkit;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Random bytes that depend on nothing but seed and index; the first eight differ for every index of
 * a seed.
 */
final class SeededStream extends InputStream {
  private final SplittableRandom random;
  private long left;
  private long word;
  private int bytesInWord = Long.BYTES;

  SeededStream(long seed, int index, long size) {
    this.random = new SplittableRandom(seed + index);
    this.left = size;
    this.word = scramble(seed + index);
  }

  @Override
  public int read() {
    if (left == 0) {
      return -1;
    }
    left--;
    return nextByte() & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (left == 0) {
      return length == 0 ? 0 : -1;
    }
    int count = (int) Math.min(length, left);
    ByteBuffer rest = ByteBuffer.wrap(target, offset, count).order(ByteOrder.LITTLE_ENDIAN);
    while (rest.hasRemaining()) {
      if (bytesInWord == 0 && rest.remaining() >= Long.BYTES) {
        rest.putLong(random.nextLong());
      } else {
        rest.put(nextByte());
      }
    }
    left -= count;
    return count;
  }

  private byte nextByte() {
    if (bytesInWord == 0) {
      word = random.nextLong();
      bytesInWord = Long.BYTES;
    }
    byte next = (byte) word;
    word >>>= Byte.SIZE;
    bytesInWord--;
    return next;
  }

  /** Multiplying by an odd number maps different words to different words. */
  private static long scramble(long value) {
    return value * 0x9E3779B97F4A7C15L;
  }
}
