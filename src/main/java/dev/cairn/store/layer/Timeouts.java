package dev.cairn.store.layer;

import java.time.Duration;

/**
 * Bounds on one attempt of one operation. Zero switches a bound off. While an operation runs under
 * a retry policy, what is left of its {@code maxElapsed} is a bound as well.
 *
 * @param metadata for the whole of stat, delete and initialize; default 10 s
 * @param list for the whole of one page of a listing; default 30 s
 * @param firstByte from the start of a read to its first byte; default 30 s
 * @param stall for the next 16 KiB of a body in either direction or its end, and from the last byte
 *     of a put to its answer; for sync, the whole. Default 30 s. A transfer as a whole has no bound
 */
public record Timeouts(Duration metadata, Duration list, Duration firstByte, Duration stall) {

  /** 10 s for metadata, 30 s for everything else. */
  public static final Timeouts DEFAULT =
      new Timeouts(
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30));

  /**
   * @throws IllegalArgumentException when a bound is negative; the message names it
   */
  public Timeouts {
    requireNotNegative("metadata", metadata);
    requireNotNegative("list", list);
    requireNotNegative("firstByte", firstByte);
    requireNotNegative("stall", stall);
  }

  private static void requireNotNegative(String name, Duration bound) {
    if (bound.isNegative()) {
      throw new IllegalArgumentException(name + " must be 0 or more, was " + bound);
    }
  }
}
