package dev.cairn.catalog;

import dev.cairn.retry.RetryableException;

/**
 * A write was refused because the application is read-only, or became so meanwhile. Nothing was
 * registered. Retryable.
 */
public final class GateClosedException extends RetryableException {
  private static final long serialVersionUID = 1L;

  private final transient Gate gate;

  /**
   * @param gate state that refused it
   * @param message why, for people
   */
  public GateClosedException(Gate gate, String message) {
    super(message, null);
    this.gate = gate;
  }

  /** State that refused the write. */
  public Gate gate() {
    return gate;
  }
}
