package dev.cairn.store.layer;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt on its own thread, which its caller may leave behind. Thread-safe.
 *
 * @param <T> result
 */
final class TimedTask<T extends @Nullable Object> extends FutureTask<T> {

  private enum Phase {
    WAITING,
    RUNNING,
    LEFT_BEHIND,
    DONE
  }

  private final Attempt<T> attempt;
  private final Watch watch;

  private TimedTask(Attempt<T> attempt, Watch watch) {
    super(attempt);
    this.attempt = attempt;
    this.watch = watch;
  }

  /** The work as its thread runs it. */
  private static final class Attempt<T extends @Nullable Object> implements Callable<T> {
    private final Callable<T> work;
    private final @Nullable AttemptBudget budget;
    private final AtomicInteger leftBehind;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private volatile boolean interrupted;

    Attempt(Callable<T> work, @Nullable AttemptBudget budget, AtomicInteger leftBehind) {
      this.work = work;
      this.budget = budget;
      this.leftBehind = leftBehind;
    }

    @Override
    public T call() throws Exception {
      phase.compareAndSet(Phase.WAITING, Phase.RUNNING);
      try (AttemptBudget.Binding bound = AttemptBudget.bind(budget)) {
        return work.call();
      } finally {
        interrupted = Thread.interrupted();
        if (phase.getAndSet(Phase.DONE) == Phase.LEFT_BEHIND) {
          leftBehind.decrementAndGet();
        }
      }
    }

    void leaveBehind() {
      leftBehind.incrementAndGet();
      if (!phase.compareAndSet(Phase.RUNNING, Phase.LEFT_BEHIND)) {
        leftBehind.decrementAndGet();
      }
    }
  }

  /**
   * @param work the attempt
   * @param budget bound to the thread that runs it
   * @param leftBehind counts threads that run attempts nobody waits for
   */
  static <T extends @Nullable Object> TimedTask<T> of(
      Callable<T> work, Watch watch, @Nullable AttemptBudget budget, AtomicInteger leftBehind) {
    return new TimedTask<>(new Attempt<>(work, budget, leftBehind), watch);
  }

  /** Whether the attempt ended by itself with the flag of its thread set, by a handler perhaps. */
  boolean wasInterruptedInside() {
    return !isCancelled() && attempt.interrupted;
  }

  /**
   * Stops waiting: cuts bodies off and interrupts the thread.
   *
   * @param failure makes what every later try to move a byte throws
   * @return false when the attempt has ended meanwhile, and its result stands
   */
  boolean abandon(Supplier<? extends RuntimeException> failure) {
    watch.cutOff(failure);
    if (!cancel(true)) {
      return false;
    }
    attempt.leaveBehind();
    return true;
  }

  /** The outcome of an attempt that has ended, whether this thread is interrupted or not. */
  T outcome() {
    boolean interrupted = Thread.interrupted();
    try {
      return get();
    } catch (ExecutionException e) {
      throw TimedCalls.unwrapped(e);
    } catch (InterruptedException e) {
      interrupted = true;
      throw new IllegalStateException("an attempt that has ended is not waited for", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
