package dev.cairn.store.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cairn.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NextAttemptTest {

  private static final Instant NOW = Instant.parse("2026-07-29T12:00:00Z");
  private static final RandomGenerator ANY = () -> 0;

  static Stream<Arguments> asked() {
    return Stream.of(
        // attempts, spent ms, not before in ms from now, wait ms or -1
        arguments(1, 0, 5_000L, 5_000L),
        arguments(1, 0, 0L, 0L),
        arguments(1, 0, -60_000L, 0L),
        arguments(1, 0, 29_999L, 29_999L),
        arguments(1, 0, 30_000L, -1L),
        arguments(1, 0, 86_400_000L, -1L),
        arguments(2, 20_000, 9_999L, 9_999L),
        arguments(2, 20_000, 10_000L, -1L),
        arguments(4, 0, 1L, 1L),
        arguments(5, 0, 1L, -1L),
        arguments(1, 30_000, 0L, -1L),
        arguments(1, 29_999, 0L, 0L));
  }

  @ParameterizedTest
  @MethodSource("asked")
  void whatTheServerAskedForIsKeptOrEndsTheSequence(
      int attempts, long spentMillis, long notBeforeMillis, long waitMillis) {
    assertEquals(
        waitMillis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(waitMillis)),
        after(attempts, spentMillis, NOW.plusMillis(notBeforeMillis), ANY));
  }

  @Test
  void withoutSuchAWishTheWaitIsRandomUpToTheCeiling() {
    RandomGenerator random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      Duration wait = after(3, 0, null, random).orElseThrow();
      assertTrue(wait.compareTo(Duration.ofMillis(800)) <= 0, wait::toString);
    }
  }

  @Test
  void thereIsNoAttemptOnceTheAttemptsOrTheTimeAreUsedUp() {
    assertEquals(Optional.empty(), after(5, 0, null, ANY));
    assertEquals(Optional.empty(), after(1, 30_000, null, ANY));
    assertEquals(Optional.empty(), after(1, 31_000, null, ANY));
  }

  private static Optional<Duration> after(
      int attempts, long spentMillis, @Nullable Instant notBefore, RandomGenerator random) {
    return NextAttempt.waitAfter(
        new NextAttempt.Situation(attempts, Duration.ofMillis(spentMillis), notBefore, NOW),
        RetryPolicy.DEFAULT,
        random);
  }
}
