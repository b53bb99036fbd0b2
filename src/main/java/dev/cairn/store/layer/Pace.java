package dev.cairn.store.layer;

import java.time.Duration;

/**
 * Spreads units, requests or bytes, over time: nobody is refused, everybody is told how long to
 * wait. After a rest at most a tenth of a second's worth goes at once. Thread-safe.
 */
final class Pace {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long BURST = SECOND / 10;

  private long perSecond;
  private long next;

  /** Sets the rate for what comes from now on; 0 for none. */
  synchronized void set(long unitsPerSecond) {
    perSecond = unitsPerSecond;
  }

  /**
   * Takes units.
   *
   * @param now as {@code nanoTime}
   * @return nanoseconds to wait before they may go
   */
  synchronized long take(long units, long now) {
    if (perSecond == 0) {
      next = now;
      return 0;
    }
    if (next - (now - BURST) < 0) {
      next = now - BURST;
    }
    next += Math.round((double) units * SECOND / perSecond);
    return Math.max(0, next - now);
  }
}
