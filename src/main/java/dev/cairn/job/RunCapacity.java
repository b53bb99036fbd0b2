package dev.cairn.job;

import dev.cairn.outcome.Reason;

/**
 * Whether the engine's thread pool can take one more partitioned job: each needs one thread per
 * partition and one for itself, and the engine keeps two more free. Pure.
 *
 * @param poolThreads size of the engine's thread pool
 */
public record RunCapacity(int poolThreads) {
  private static final int KEPT_FREE = 2;

  /**
   * Checks a start.
   *
   * @param threads partitions of the job to be started
   * @throws InvalidParameterException naming both numbers
   */
  void check(int threads) {
    int needed = threads + 1 + KEPT_FREE;
    if (needed > poolThreads) {
      throw new InvalidParameterException(
          Reason.INVALID_PARAMETER.name(),
          "threads",
          threads
              + " partitions need "
              + needed
              + " threads, the server's batch thread pool has "
              + poolThreads
              + "; use at most "
              + (poolThreads - 1 - KEPT_FREE));
    }
  }
}
