package dev.cairn.store.layer;

import dev.cairn.retry.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stop watch of one attempt. It runs while the backend has the word and stands while the caller's
 * own code has it: a read's handler, a put's content. Every {@link #ENOUGH} bytes start it anew: a
 * peer that drips a byte now and then makes no progress that would ever come to an end.
 * Thread-safe.
 *
 * <p>It needs no timer: whoever waits for the attempt asks {@link #nanosToWait} how long nothing
 * can expire, and asks again afterwards.
 */
final class Watch {

  /** Fewer bytes than this within the bound are no progress, unless they are the last. */
  static final int ENOUGH = 16 * 1024;

  private static final long UNBOUNDED = Long.MAX_VALUE;
  private static final long SHORTEST_WAIT_NANOS = 100_000_000;

  private final TimeSource time;
  private final @Nullable AttemptBudget budget;
  private final long afterFirstByte;
  private final AtomicInteger paused = new AtomicInteger();
  private volatile long limit;
  private volatile long mark;
  private volatile long carried;
  private volatile boolean begun;
  private volatile int movedSinceMark;
  private volatile @Nullable Supplier<? extends RuntimeException> cutOff;

  /**
   * @param first bound until the first byte; zero for none
   * @param then bound from then on; zero for none
   * @param budget what the attempt may use at most, or null
   */
  Watch(TimeSource time, Duration first, Duration then, @Nullable AttemptBudget budget) {
    this.time = time;
    this.budget = budget;
    this.limit = bound(first, budget);
    this.afterFirstByte = bound(then, budget);
    this.mark = time.nanoTime();
    if (budget != null) {
      budget.progressAt(mark);
    }
  }

  private static long bound(Duration duration, @Nullable AttemptBudget budget) {
    long own = duration.isZero() ? UNBOUNDED : duration.toNanos();
    return budget == null ? own : Math.min(own, budget.leftNanos());
  }

  /** The caller's code takes over. */
  void pause() {
    carried = time.nanoTime() - mark;
    paused.incrementAndGet();
  }

  /**
   * The backend takes over; the watch goes on from where it stood.
   *
   * @param good whether the caller's code ended well; its own trouble is no progress
   */
  void resume(boolean good) {
    mark = time.nanoTime() - carried;
    if (good && budget != null) {
      budget.progressAt(mark);
    }
    paused.decrementAndGet();
  }

  /** So many bytes moved. Called by one thread at a time. */
  void moved(int bytes) {
    int moved = movedSinceMark + bytes;
    if (moved < ENOUGH && begun) {
      movedSinceMark = moved;
    } else {
      progressed();
    }
  }

  /** The first byte, enough bytes or the end. */
  void progressed() {
    begun = true;
    movedSinceMark = 0;
    mark = time.nanoTime();
    limit = afterFirstByte;
    if (budget != null) {
      budget.progressAt(mark);
    }
  }

  /** How long nothing can expire; zero or less when the bound has passed. */
  long nanosToWait() {
    if (paused.get() > 0) {
      return Math.max(SHORTEST_WAIT_NANOS, Math.min(limit, afterFirstByte) - carried);
    }
    long bound = limit;
    long left = bound == UNBOUNDED ? UNBOUNDED : bound - (time.nanoTime() - mark);
    return Math.min(left, afterFirstByte);
  }

  /** The bound in force. */
  Duration limit() {
    return Duration.ofNanos(limit);
  }

  /** From now on no byte passes in either direction: each try to move one throws such a failure. */
  void cutOff(Supplier<? extends RuntimeException> failure) {
    cutOff = failure;
  }

  /** Throws when the attempt was cut off. */
  void requireNotCutOff() {
    Supplier<? extends RuntimeException> failure = cutOff;
    if (failure != null) {
      throw failure.get();
    }
  }
}
