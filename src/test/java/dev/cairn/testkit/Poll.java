package dev.cairn.testkit;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Watches something outside this process until it is as wanted, or a deadline passes. */
public final class Poll {
  private static final Duration INTERVAL = Duration.ofMillis(100);

  private Poll() {}

  /**
   * Asks every 100 ms until the answer is accepted, and returns it.
   *
   * @throws TimeoutException when the deadline passed first; the message shows the last answer
   */
  public static <T> T until(Supplier<T> question, Predicate<? super T> accepted, Duration within)
      throws TimeoutException {
    long deadline = System.nanoTime() + within.toNanos();
    while (true) {
      T answer = question.get();
      if (accepted.test(answer)) {
        return answer;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException("after " + within.toMillis() + " ms still: " + answer);
      }
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }
}
