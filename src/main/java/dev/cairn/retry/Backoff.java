package dev.cairn.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The wait after a failed attempt: exponential with full jitter, so that callers which failed
 * together do not come back together. Pure; thread-safe as far as the given randomness is.
 */
public final class Backoff {

  private Backoff() {}

  /**
   * Longest wait after the {@code failedAttempts}-th failed attempt: the policy's base, doubled for
   * each further attempt, at most its cap.
   *
   * @param failedAttempts attempts that failed so far, 1 or more
   */
  public static Duration ceiling(RetryPolicy policy, int failedAttempts) {
    if (failedAttempts < 1) {
      throw new IllegalArgumentException("failedAttempts must be 1 or more, was " + failedAttempts);
    }
    long cap = policy.cap().toNanos();
    long ceiling = policy.base().toNanos();
    for (int i = 1; i < failedAttempts && ceiling < cap; i++) {
      ceiling = ceiling > cap / 2 ? cap : ceiling * 2;
    }
    return Duration.ofNanos(ceiling);
  }

  /**
   * The wait itself: evenly distributed between zero and {@link #ceiling}, both included.
   *
   * @param failedAttempts attempts that failed so far, 1 or more
   * @param random source of the jitter
   */
  public static Duration delay(RetryPolicy policy, int failedAttempts, RandomGenerator random) {
    long ceiling = ceiling(policy, failedAttempts).toNanos();
    return Duration.ofNanos(random.nextLong(ceiling + 1));
  }
}
