package dev.cairn.demo;

import dev.cairn.testkit.SampleBlob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Does the same with every blob over several connections, showing how far it is. */
final class BlobWork {
  private static final int CONNECTIONS = 8;
  private static final Duration REDRAW = Duration.ofMillis(100);

  /** What is done with one blob. */
  interface Step {
    void with(SampleBlob blob) throws Exception;
  }

  private final List<SampleBlob> blobs;
  private final long totalBytes;
  private final AtomicLong doneBlobs = new AtomicLong();
  private final AtomicLong doneBytes = new AtomicLong();
  private long shown = System.nanoTime();

  BlobWork(List<SampleBlob> blobs) {
    this.blobs = blobs;
    this.totalBytes = bytesOf(blobs);
  }

  static long bytesOf(List<SampleBlob> blobs) {
    return blobs.stream().mapToLong(SampleBlob::size).sum();
  }

  /**
   * Returns when all is done.
   *
   * @throws DemoFailure as soon as one blob fails
   */
  void run(Step step, ProgressBar bar) {
    ExecutorService workers = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (SampleBlob blob : blobs) {
        futures.add(workers.submit(() -> one(step, blob)));
      }
      for (Future<?> future : futures) {
        await(future, bar);
      }
      bar.finish(progress());
    } finally {
      workers.shutdownNow();
    }
  }

  private Progress progress() {
    return new Progress(doneBlobs.get(), blobs.size(), doneBytes.get(), totalBytes);
  }

  private boolean one(Step step, SampleBlob blob) throws Exception {
    step.with(blob);
    doneBytes.addAndGet(blob.size());
    doneBlobs.incrementAndGet();
    return true;
  }

  private void showNowAndThen(ProgressBar bar) {
    if (System.nanoTime() - shown >= REDRAW.toNanos()) {
      bar.show(progress());
      shown = System.nanoTime();
    }
  }

  private void await(Future<?> future, ProgressBar bar) {
    while (true) {
      showNowAndThen(bar);
      try {
        future.get(REDRAW.toMillis(), TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException notYet) {
        // Time to show how far it is, which happens either way.
      } catch (ExecutionException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw cause instanceof DemoFailure failure
            ? failure
            : new DemoFailure("a request failed: " + cause.getMessage(), cause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DemoFailure("interrupted", e);
      }
    }
  }
}
