package dev.cairn.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

  @ParameterizedTest
  @CsvSource({"1, 200", "2, 400", "3, 800", "4, 1600", "6, 6400", "7, 10000", "100, 10000"})
  void theCeilingDoublesUpToTheCap(int failedAttempts, long millis) {
    assertEquals(Duration.ofMillis(millis), Backoff.ceiling(RetryPolicy.DEFAULT, failedAttempts));
  }

  @Test
  void aBaseOfZeroNeverWaits() {
    RetryPolicy policy =
        new RetryPolicy(5, Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(30));
    assertEquals(Duration.ZERO, Backoff.delay(policy, 9, new SplittableRandom(1)));
  }

  @Test
  void theDelayReachesFromZeroToTheCeiling() {
    RandomGenerator random = new SplittableRandom(7);
    Duration ceiling = Backoff.ceiling(RetryPolicy.DEFAULT, 3);
    long sum = 0;
    for (int i = 0; i < 10_000; i++) {
      Duration delay = Backoff.delay(RetryPolicy.DEFAULT, 3, random);
      assertTrue(!delay.isNegative() && delay.compareTo(ceiling) <= 0, delay::toString);
      sum += delay.toNanos();
    }
    double mean = sum / 10_000.0 / ceiling.toNanos();
    assertEquals(0.5, mean, 0.02);
  }

  @Test
  void theSameRandomnessGivesTheSameDelay() {
    assertEquals(
        Backoff.delay(RetryPolicy.DEFAULT, 2, new SplittableRandom(3)),
        Backoff.delay(RetryPolicy.DEFAULT, 2, new SplittableRandom(3)));
  }

  @Test
  void thereIsNoDelayBeforeTheFirstAttempt() {
    assertThrows(IllegalArgumentException.class, () -> Backoff.ceiling(RetryPolicy.DEFAULT, 0));
  }
}
