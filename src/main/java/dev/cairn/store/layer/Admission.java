package dev.cairn.store.layer;

import dev.cairn.retry.TimeSource;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one place that knows how much may be asked of a backend now. All stores of an entry share it.
 * Waiting here is no time without progress. Thread-safe.
 */
final class Admission {

  private final String entry;
  private final TimeSource time;
  private final Sleep sleep;
  private final ParallelLimit parallel = new ParallelLimit(RequestLimits.DEFAULT.parallel());
  private final Pace requests = new Pace();
  private final Pace bytes = new Pace();

  /** Waits; tests let a clock of their own pass instead. */
  @FunctionalInterface
  interface Sleep {
    Sleep REAL = TimeUnit.NANOSECONDS::sleep;

    void sleep(long nanos) throws InterruptedException;
  }

  Admission(String entry, TimeSource time, Sleep sleep) {
    this.entry = entry;
    this.time = time;
    this.sleep = sleep;
  }

  /** Changes the limits, from the next request or byte on. */
  void limit(RequestLimits limits) {
    parallel.set(limits.parallel());
    requests.set(limits.requestsPerSecond());
    bytes.set(limits.bytesPerSecond());
  }

  /** Requests that may wait for an answer at a time, as the provider's refusals have made it. */
  int parallelInForce() {
    return parallel.inForce();
  }

  /** One request, from its admission to its answer. */
  final class Ticket {
    private final long acquired;
    private boolean open = true;

    private Ticket(long acquired) {
      this.acquired = acquired;
    }

    /** It was answered, well or not. Only the first call counts. */
    synchronized void answered(boolean throttled) {
      if (open) {
        open = false;
        parallel.release(acquired, throttled);
      }
    }
  }

  /**
   * Waits until a request may be sent.
   *
   * @throws RetryableStoreException CONNECTION when the thread was interrupted, its flag is kept
   */
  Ticket admit(StoreOperation operation, @Nullable ObjectKey key) {
    try {
      long acquired = parallel.acquire();
      Ticket ticket = new Ticket(acquired);
      try {
        await(requests.take(1, time.nanoTime()));
      } catch (InterruptedException e) {
        ticket.answered(false);
        throw e;
      }
      return ticket;
    } catch (InterruptedException e) {
      throw interrupted(operation, key);
    }
  }

  /**
   * Waits until so many bytes may pass.
   *
   * @throws RetryableStoreException CONNECTION when the thread was interrupted, its flag is kept
   */
  void pass(long count, StoreOperation operation, @Nullable ObjectKey key) {
    try {
      await(bytes.take(count, time.nanoTime()));
    } catch (InterruptedException e) {
      throw interrupted(operation, key);
    }
  }

  private void await(long nanos) throws InterruptedException {
    if (nanos > 0) {
      sleep.sleep(nanos);
    }
    AttemptBudget budget = AttemptBudget.current();
    if (budget != null) {
      budget.progressAt(time.nanoTime());
    }
  }

  private RetryableStoreException interrupted(StoreOperation operation, @Nullable ObjectKey key) {
    Thread.currentThread().interrupt();
    return new RetryableStoreException(
        FailureDetail.of(
            FailureKind.CONNECTION,
            operation,
            entry,
            key,
            "the calling thread was interrupted before the request was sent"),
        null);
  }
}
