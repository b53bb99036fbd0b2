package dev.cairn.job;

import dev.cairn.retry.PermanentException;
import org.jspecify.annotations.Nullable;

/**
 * A request does not fit the state of a run. Nothing was changed. Not retryable unless the code
 * says so.
 */
public final class ConflictException extends PermanentException {
  private static final long serialVersionUID = 1L;

  private final Code code;
  private final @Nullable String runId;
  private final @Nullable String field;

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
   * A conflict that is not about a parameter.
   *
   * @param code why
   * @param runId run with which the request does not fit
   * @param text for people, with what to do
   */
  public ConflictException(Code code, String runId, String text) {
    this(code, runId, null, text);
  }

  /**
   * A conflict.
   *
   * @param code why
   * @param runId run with which the request does not fit, or null
   * @param field parameter or header that makes the difference, or null
   * @param text for people, with what to do
   */
  public ConflictException(Code code, @Nullable String runId, @Nullable String field, String text) {
    super(text, null);
    this.code = code;
    this.runId = runId;
    this.field = field;
  }

  /** Run with which the request does not fit, or null. */
  public @Nullable String runId() {
    return runId;
  }

  /** Parameter or header that makes the difference, or null. */
  public @Nullable String field() {
    return field;
  }

  /** Why. */
  public Code code() {
    return code;
  }
}
