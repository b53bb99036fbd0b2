package dev.cairn.migration;

/**
 * A worker wrote under an epoch that is over: the run was cancelled, resumed elsewhere or recovered
 * meanwhile. The worker must stop; it changed nothing. Not retryable.
 */
public final class LostEpochException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param runId run whose epoch has moved on, or whose cursor is not where this worker left it
   */
  public LostEpochException(String runId) {
    super("run " + runId + ": this worker's epoch is over or its cursor was moved by another");
  }
}
