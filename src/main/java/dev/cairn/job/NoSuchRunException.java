package dev.cairn.job;

import dev.cairn.retry.PermanentException;

/** There is no such run or job. Not retryable. */
public final class NoSuchRunException extends PermanentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param text what is not there
   */
  public NoSuchRunException(String text) {
    super(text, null);
  }
}
