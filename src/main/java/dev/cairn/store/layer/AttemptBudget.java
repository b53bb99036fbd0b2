package dev.cairn.store.layer;

import dev.cairn.retry.TimeSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt may still use of its policy's {@code maxElapsed}, and how long it has made no
 * progress.
 *
 * <p>The retry layer binds it to the calling thread; the timeout layer takes it from there and
 * binds it again on the thread that runs the operation. So an operation on another store that is
 * called from inside a read's handler is part of the same attempt, unless a retry layer of its own
 * stands between. Thread-safe.
 */
final class AttemptBudget {

  private static final ThreadLocal<@Nullable AttemptBudget> CURRENT = new ThreadLocal<>();

  private final TimeSource time;
  private final long leftNanos;
  private volatile long mark;

  AttemptBudget(TimeSource time, Duration left) {
    this.time = time;
    this.leftNanos = left.toNanos();
    this.mark = time.nanoTime();
  }

  /** The budget of the attempt that this thread works for, or null. */
  static @Nullable AttemptBudget current() {
    return CURRENT.get();
  }

  /** An attempt's hold on a thread; closing it gives the thread back to what it did before. */
  interface Binding extends AutoCloseable {
    @Override
    void close();
  }

  /** Makes {@code budget} the current one of this thread. */
  static Binding bind(@Nullable AttemptBudget budget) {
    AttemptBudget before = CURRENT.get();
    set(budget);
    return () -> set(before);
  }

  private static void set(@Nullable AttemptBudget budget) {
    if (budget == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(budget);
    }
  }

  /** Longest time without progress that is left to the attempt. */
  long leftNanos() {
    return leftNanos;
  }

  /** Progress was made at that time. */
  void progressAt(long nanoTime) {
    mark = nanoTime;
  }

  /** Time since the last progress, or since the start. */
  Duration idle() {
    return Duration.ofNanos(Math.max(0, time.nanoTime() - mark));
  }
}
