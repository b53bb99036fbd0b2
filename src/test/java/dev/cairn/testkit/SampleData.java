package dev.cairn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sets of blobs as stores hold them: most are small, few hold most of the bytes. The same seed and
 * count give the same blobs.
 */
public final class SampleData {
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /** Sizes below eight bytes could give two blobs the same content. */
  private static final int SMALLEST = 8;

  private SampleData() {}

  /**
   * Returns {@code count} blobs: an empty one, one of 64 MiB, and between them nine of ten below 16
   * KiB and none above 8 MiB. 2,000 blobs hold about 210 MiB.
   */
  public static List<SampleBlob> blobs(long seed, int count) {
    return blobs(seed, count, 64 * MIB);
  }

  /**
   * As {@link #blobs(long, int)}, with another size for the largest blob, in bytes; none is larger.
   */
  public static List<SampleBlob> blobs(long seed, int count, long largest) {
    SplittableRandom sizes = new SplittableRandom(seed);
    List<SampleBlob> blobs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      blobs.add(new SampleBlob(seed, i, size(i, largest, sizes)));
    }
    return List.copyOf(blobs);
  }

  private static long size(int index, long largest, SplittableRandom sizes) {
    return switch (index) {
      case 0 -> 0;
      case 1 -> largest;
      default -> Math.min(largest, usualSize(sizes));
    };
  }

  private static long usualSize(SplittableRandom sizes) {
    int percentile = sizes.nextInt(1000);
    if (percentile < 900) {
      return sizes.nextInt(SMALLEST, 16 * KIB);
    }
    if (percentile < 985) {
      return sizes.nextInt(16 * KIB, 512 * KIB);
    }
    return sizes.nextInt(512 * KIB, 8 * MIB);
  }
}
