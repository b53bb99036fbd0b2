package dev.cairn.bench;

import dev.cairn.testkit.SampleBlob;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A set of blobs of one size.
 *
 * @param name short
 * @param count number of blobs
 * @param size bytes of each
 */
record Workload(String name, int count, long size) {
  private static final long SEED = 7;

  /** {@code small}: 10,000 of 4 KiB; {@code large}: 20 of 64 MiB. */
  static Workload named(String name) {
    return switch (name) {
      case "small" -> new Workload(name, 10_000, 4096);
      case "large" -> new Workload(name, 20, 64L << 20);
      default -> throw new IllegalArgumentException("no workload is called " + name);
    };
  }

  List<SampleBlob> blobs() {
    return IntStream.range(0, count).mapToObj(i -> new SampleBlob(SEED, i, size)).toList();
  }

  String title() {
    return size >= 1 << 20
        ? String.format("%,d × %d MiB", count, size >> 20)
        : String.format("%,d × %d KiB", count, size >> 10);
  }

  /** Blobs or MB per second, whichever says more. */
  String rate(double seconds) {
    return size >= 1 << 20
        ? String.format("%,.0f MB/s", count * size / seconds / 1e6)
        : String.format("%,.0f/s", count / seconds);
  }
}
