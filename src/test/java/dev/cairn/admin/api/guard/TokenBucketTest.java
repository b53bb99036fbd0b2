package dev.cairn.admin.api.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void fullBucketLetsItsSizePassAtOnceAndNoMore() {
    TokenBucket bucket = new TokenBucket(20, 0);
    for (int i = 0; i < 20; i++) {
      assertEquals(0, bucket.take(0));
    }
    assertEquals(SECOND / 20, bucket.take(0));
  }

  @Test
  void tokensComeBackEvenlyAndNeverMoreThanFit() {
    TokenBucket bucket = new TokenBucket(2, 0);
    bucket.take(0);
    bucket.take(0);
    assertTrue(bucket.take(SECOND / 2 - 1) > 0);
    assertEquals(0, bucket.take(SECOND / 2));
    assertEquals(0, bucket.take(100 * SECOND));
    assertEquals(0, bucket.take(100 * SECOND));
    assertTrue(bucket.take(100 * SECOND) > 0);
  }

  @Test
  void timeThatGoesBackIsNoTime() {
    TokenBucket bucket = new TokenBucket(1, 10 * SECOND);
    assertEquals(0, bucket.take(10 * SECOND));
    assertEquals(SECOND, bucket.take(0));
    assertEquals(SECOND, bucket.take(10 * SECOND));
  }

  @Test
  void oneUserDoesNotTakeFromAnother() {
    AtomicLong now = new AtomicLong();
    RequestRates rates = new RequestRates(now::get);
    for (int i = 0; i < RequestRates.PER_SECOND; i++) {
      assertEquals(0, rates.waitSeconds("one"));
    }
    assertEquals(1, rates.waitSeconds("one"));
    assertEquals(0, rates.waitSeconds("other"));
    now.addAndGet(SECOND);
    assertEquals(0, rates.waitSeconds("one"));
  }
}
