package dev.cairn.migration;

import dev.cairn.outcome.StopSignal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The copies that one partition has in flight. The partition's thread submits and awaits; the
 * copies run elsewhere. The first copy that ends in an exception is seen by the partition's thread
 * at once, wherever it waits here.
 *
 * <p>Used by one partition thread; {@link #failure} is set by copy threads.
 */
public final class CopyWindow {
  private static final Logger LOG = Logger.getLogger(CopyWindow.class);
  private static final long POLL_MILLIS = 100;

  private final Copier copier;
  private final ExecutorService executor;
  private final StopSignal signal;
  private final Semaphore free;
  private final Running running = new Running();
  private final Deque<Handle> inFlight = new ArrayDeque<>();
  private volatile @Nullable Throwable failure;

  CopyWindow(Copier copier, ExecutorService executor, StopSignal signal, int parallel) {
    this.copier = copier;
    this.executor = executor;
    this.signal = signal;
    this.free = new Semaphore(parallel);
  }

  /**
   * A blob in flight.
   *
   * @param item the blob
   * @param future its outcome
   */
  public record Handle(RangeWalk.Item item, Future<CopyOutcome> future) {}

  /**
   * Submits a blob, waiting while too many are in flight. Once the signal is raised or a copy has
   * failed nothing is begun any more; the handle is cancelled then.
   */
  public Handle submit(RangeWalk.Item item) throws InterruptedException {
    boolean taken = false;
    while (!taken && !stopping()) {
      taken = free.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
    if (taken && stopping()) {
      free.release(); // the room is that of the copy that has just failed
      taken = false;
    }
    if (!taken) {
      return new Handle(item, cancelled());
    }
    Future<CopyOutcome> future = executor.submit(() -> copyOne(item));
    Handle handle = new Handle(item, future);
    inFlight.removeIf(h -> h.future().isDone());
    inFlight.add(handle);
    return handle;
  }

  private static Future<CopyOutcome> cancelled() {
    var future = new CompletableFuture<CopyOutcome>();
    future.cancel(false);
    return future;
  }

  private CopyOutcome copyOne(RangeWalk.Item item) throws InterruptedException {
    running.begin();
    try {
      return copier.copy(item.row(), item.there());
    } catch (RuntimeException | InterruptedException | Error e) {
      if (failure == null && !signal.raised()) {
        failure = e;
      }
      throw e;
    } finally {
      running.end();
      free.release();
    }
  }

  /** The first failure of a copy that stops the run, or null. */
  public @Nullable Throwable failure() {
    return failure;
  }

  private boolean stopping() {
    return signal.raised() || failure != null;
  }

  /**
   * Waits for a blob's outcome until it has one, or the signal is raised.
   *
   * @return the outcome, or null when there is none: it failed, was cancelled, or is still going on
   */
  public @Nullable CopyOutcome await(Handle handle) throws InterruptedException {
    while (true) {
      try {
        return handle.future().get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        LOG.tracef("still waiting for %s", handle.item().row().hash());
        if (stopping()) {
          return null;
        }
      } catch (ExecutionException | CancellationException e) {
        LOG.debugf("no outcome for %s: %s", handle.item().row().hash(), e);
        return null;
      }
    }
  }

  /**
   * Cancels what is in flight and waits for its end.
   *
   * @param time longest wait
   * @return copies that were still going on then
   */
  public int cancel(long time, TimeUnit unit) {
    inFlight.forEach(h -> h.future().cancel(true));
    inFlight.clear();
    return running.awaitZero(time, unit);
  }

  /** Counts the copies that have begun and not ended, whatever their futures say. */
  private static final class Running {
    private int count;

    synchronized void begin() {
      count++;
    }

    synchronized void end() {
      count--;
      notifyAll();
    }

    synchronized int awaitZero(long time, TimeUnit unit) {
      long end = System.nanoTime() + unit.toNanos(time);
      while (count > 0) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          break;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        }
      }
      return count;
    }
  }
}
