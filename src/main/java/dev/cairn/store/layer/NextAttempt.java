package dev.cairn.store.layer;

import dev.cairn.retry.Backoff;
import dev.cairn.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Decides whether there is another attempt, and when. Pure. */
final class NextAttempt {

  private NextAttempt() {}

  /**
   * Where a sequence of attempts stands after one that failed and may be repeated.
   *
   * @param attempts attempts so far
   * @param spent waits and time without progress so far
   * @param notBefore when the server wants to be asked again, if it said so
   * @param now time of day
   */
  record Situation(int attempts, Duration spent, @Nullable Instant notBefore, Instant now) {}

  /**
   * The wait before the next attempt, or empty when this was the last: the attempts are used up, or
   * the wait would use up the time. What the server asked for goes before backoff and is never
   * shortened.
   */
  static Optional<Duration> waitAfter(
      Situation situation, RetryPolicy policy, RandomGenerator random) {
    if (situation.attempts >= policy.maxAttempts()) {
      return Optional.empty();
    }
    Duration wait = wait(situation, policy, random);
    Duration left = policy.maxElapsed().minus(situation.spent);
    return wait.compareTo(left) < 0 ? Optional.of(wait) : Optional.empty();
  }

  private static Duration wait(Situation situation, RetryPolicy policy, RandomGenerator random) {
    if (situation.notBefore == null) {
      return Backoff.delay(policy, situation.attempts, random);
    }
    Duration asked = Duration.between(situation.now, situation.notBefore);
    return asked.isNegative() ? Duration.ZERO : asked;
  }
}
