package dev.cairn.admin.api;

import dev.cairn.job.RunStatus;
import dev.cairn.migration.Counters;
import dev.cairn.outcome.Reason;
import org.jspecify.annotations.Nullable;

/** What follows from how a run stands, for those who decide by numbers. Pure. */
final class RunFacts {
  /** Everything done. */
  static final int DONE = 0;

  /** Done, and some blobs failed or were missing. */
  static final int DONE_WITH_FAILURES = 4;

  /** Paused; resuming goes on from where it stands. */
  static final int PAUSED = 8;

  /** Failed or cancelled; a person must look. */
  static final int ENDED = 12;

  private RunFacts() {}

  /** The exit code of the run, the same as the command line's; null while it goes on. */
  static @Nullable Integer exitCode(RunStatus status, Counters counters) {
    return switch (status) {
      case STARTING, RUNNING, PAUSING -> null;
      case PAUSED -> PAUSED;
      case COMPLETED ->
          counters.failed() + counters.sourceMissing() == 0 ? DONE : DONE_WITH_FAILURES;
      case FAILED, CANCELLED -> ENDED;
    };
  }

  /** True when the run can be resumed. */
  static boolean resumable(RunStatus status) {
    return status == RunStatus.PAUSED;
  }

  /** True when resuming may help although nobody changed anything. */
  static boolean retryable(RunStatus status, @Nullable Reason cause) {
    return resumable(status) && cause != null && clearsByItself(cause);
  }

  private static boolean clearsByItself(Reason cause) {
    return switch (cause) {
      case ENGINE_STOP, SERVER_RESTART, INTERNAL, TIMEOUT, UNAVAILABLE, CONNECTION, THROTTLED ->
          true;
      case OPERATOR,
          ACCESS_DENIED,
          CREDENTIALS_EXPIRED,
          CLOCK_SKEW,
          STORAGE_FULL,
          CONFIGURATION,
          CORRUPT,
          MISSING,
          NOTHING_FOUND,
          SKIP_LIMIT,
          RECONCILE,
          INVALID_PARAMETER,
          NEVER_STARTED,
          CANCELLED ->
          false;
    };
  }

  /**
   * How far a run is.
   *
   * @param planned blobs of the plan
   * @param scanned blobs with an outcome
   * @param completed true when it is done
   * @return 0 to 100; 100 only when nothing is left
   */
  static int percent(long planned, long scanned, boolean completed) {
    if (completed) {
      return 100;
    }
    return planned == 0 ? 0 : (int) Math.min(100, 100.0 * scanned / planned);
  }
}
