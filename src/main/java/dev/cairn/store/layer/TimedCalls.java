package dev.cairn.store.layer;

import dev.cairn.retry.TimeSource;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs attempts on threads of their own and waits for them no longer than their bounds allow, so
 * that the caller always regains control, also from a call that ignores interrupts. Thread-safe.
 */
final class TimedCalls {

  private final Executor io;
  private final TimeSource time;
  private final AtomicInteger leftBehind = new AtomicInteger();

  /**
   * @param io a thread for every attempt at once, without a queue: a bounded pool would make
   *     attempts wait for threads that are stuck
   */
  TimedCalls(Executor io, TimeSource time) {
    this.io = io;
    this.time = time;
  }

  /** Threads that are still inside an attempt which nobody waits for. */
  int leftBehind() {
    return leftBehind.get();
  }

  /**
   * One attempt.
   *
   * @param first bound until the first byte, or on the whole where no bytes move
   * @param then bound between bytes
   */
  record Call(
      String entry,
      StoreOperation operation,
      @Nullable ObjectKey key,
      Duration first,
      Duration then) {

    private RetryableStoreException failure(FailureKind kind, String summary) {
      return new RetryableStoreException(
          FailureDetail.of(kind, operation, entry, key, summary), null);
    }
  }

  /**
   * Runs {@code work} and waits for it.
   *
   * @throws RetryableStoreException TIMEOUT when a bound passed; CONNECTION when this thread was
   *     interrupted, its flag is kept, or when no thread was to be had
   */
  <T extends @Nullable Object> T run(Call call, Function<Watch, T> work) {
    if (Thread.currentThread().isInterrupted()) {
      throw interrupted(call);
    }
    AttemptBudget budget = AttemptBudget.current();
    Watch watch = new Watch(time, call.first, call.then, budget);
    TimedTask<T> task = TimedTask.of(() -> work.apply(watch), watch, budget, leftBehind);
    try {
      io.execute(task);
    } catch (RejectedExecutionException e) {
      throw new RetryableStoreException(
          FailureDetail.of(
              FailureKind.CONNECTION,
              call.operation,
              call.entry,
              call.key,
              "no thread for it, the server is stopping"),
          e);
    }
    try {
      return await(call, watch, task);
    } finally {
      if (task.wasInterruptedInside()) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <T extends @Nullable Object> T await(Call call, Watch watch, TimedTask<T> task) {
    try {
      long wait = watch.nanosToWait();
      while (wait > 0) {
        try {
          return task.get(wait, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          wait = watch.nanosToWait(); // it may have been started anew meanwhile
        }
      }
      return expire(call, watch, task);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return leave(task, () -> interrupted(call));
    } catch (ExecutionException e) {
      throw unwrapped(e);
    }
  }

  private static <T extends @Nullable Object> T expire(Call call, Watch watch, TimedTask<T> task) {
    String summary = "no answer, nor 16 KiB of a body, within " + watch.limit().toMillis() + " ms";
    return leave(task, () -> call.failure(FailureKind.TIMEOUT, summary));
  }

  /** The result if there is one after all, else a failure, with the attempt cut off. */
  private static <T extends @Nullable Object> T leave(
      TimedTask<T> task, Supplier<RetryableStoreException> failure) {
    if (task.abandon(failure)) {
      throw failure.get();
    }
    return task.outcome();
  }

  static RuntimeException unwrapped(ExecutionException e) {
    Throwable cause = e.getCause();
    if (cause instanceof RuntimeException runtime) {
      return runtime;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("a store throws no checked exception", cause);
  }

  private static RetryableStoreException interrupted(Call call) {
    return call.failure(FailureKind.CONNECTION, "the calling thread was interrupted");
  }
}
