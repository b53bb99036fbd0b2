package dev.cairn.job;

import dev.cairn.retry.PermanentException;

/** A parameter of a start or resume is wrong. Nothing was started. Not retryable. */
public final class InvalidParameterException extends PermanentException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String field;

  /**
   * @param code machine-readable
   * @param field parameter
   * @param text what is wrong and what would be right
   */
  public InvalidParameterException(String code, String field, String text) {
    super(field + ": " + text, null);
    this.code = code;
    this.field = field;
  }

  /** Machine-readable. */
  public String code() {
    return code;
  }

  /** Parameter it is about. */
  public String field() {
    return field;
  }
}
