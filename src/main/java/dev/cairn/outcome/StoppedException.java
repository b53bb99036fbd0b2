package dev.cairn.outcome;

/**
 * The run's flag was raised while a call was waited for; the call was cancelled. Says nothing about
 * the call itself.
 */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The flag was raised. */
  public StoppedException() {
    super("the run comes to its stop");
  }
}
