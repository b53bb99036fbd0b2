package dev.cairn.config;

import dev.cairn.job.RunTimings;
import dev.cairn.retry.RetryPolicy;
import dev.cairn.store.layer.Timeouts;
import java.util.List;

/**
 * Everything the configuration says, checked.
 *
 * @param production true in production mode
 * @param entries storage entries in their order
 * @param timeouts bounds on one attempt
 * @param retry attempts and waits
 * @param timings how fast runs live and die
 * @param batchThreads size of the engine's thread pool
 * @param copyMemory bytes of all copies together
 * @param maxBlobSize most bytes of one blob
 */
public record Settings(
    boolean production,
    List<EntrySettings> entries,
    Timeouts timeouts,
    RetryPolicy retry,
    RunTimings timings,
    int batchThreads,
    long copyMemory,
    long maxBlobSize) {

  /** Copies the list. */
  public Settings {
    entries = List.copyOf(entries);
  }
}
