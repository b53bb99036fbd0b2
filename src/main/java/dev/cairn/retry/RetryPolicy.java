package dev.cairn.retry;

import java.time.Duration;

/**
 * How often and how long one operation is tried. Immutable, shared between threads.
 *
 * @param maxAttempts attempts in all, the first included; 1 to 100, default 5
 * @param base wait before the second attempt, doubled for each further one; 0 to {@code cap},
 *     default 200 ms
 * @param cap longest wait between two attempts; default 10 s
 * @param maxElapsed bound on waits plus time without progress over all attempts; default 30 s. Time
 *     in which bytes moved does not count, so a long transfer that breaks near its end still gets
 *     its next attempt
 */
public record RetryPolicy(int maxAttempts, Duration base, Duration cap, Duration maxElapsed) {

  /** Five attempts, 200 ms doubling up to 10 s, 30 s in all. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ofSeconds(30));

  /**
   * @throws IllegalArgumentException when a number is outside its bounds; the message names it
   */
  public RetryPolicy {
    if (maxAttempts < 1 || maxAttempts > 100) {
      throw new IllegalArgumentException("maxAttempts must be 1 to 100, was " + maxAttempts);
    }
    if (base.isNegative() || base.compareTo(cap) > 0) {
      throw new IllegalArgumentException("base must be 0 to cap (" + cap + "), was " + base);
    }
    if (maxElapsed.isNegative() || maxElapsed.isZero()) {
      throw new IllegalArgumentException("maxElapsed must be positive, was " + maxElapsed);
    }
  }

  /** The same policy with another number of attempts. */
  public RetryPolicy withMaxAttempts(int attempts) {
    return new RetryPolicy(attempts, base, cap, maxElapsed);
  }
}
