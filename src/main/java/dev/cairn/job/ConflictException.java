package dev.cairn.job;

import dev.cairn.retry.PermanentException;

/**
 * A request does not fit the state of a run. Nothing was changed. Not retryable unless the code
 * says so.
 */
public final class ConflictException extends PermanentException {
  private static final long serialVersionUID = 1L;

  private final Code code;

  /** Why it does not fit. */
  public enum Code {
    /** Another live run holds the job's lock. */
    LOCK_HELD,
    /** The run is in a state in which this cannot be done. */
    WRONG_STATE,
    /** The last segment still comes to its end; try again in a moment. */
    STILL_STOPPING,
    /** The key was used with other parameters, or the run has others. */
    PARAMETERS_DIFFER
  }

  /**
   * @param code why
   * @param text for people, with what to do
   */
  public ConflictException(Code code, String text) {
    super(text, null);
    this.code = code;
  }

  /** Why. */
  public Code code() {
    return code;
  }
}
