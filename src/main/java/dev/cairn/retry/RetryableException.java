package dev.cairn.retry;

import org.jspecify.annotations.Nullable;

/**
 * Root of every error that may clear by itself: an outage, throttling, a timeout.
 *
 * <p>The job definitions name this class among the engine's retryable exceptions; what such an
 * error means for a run is decided by the code above the storage layers, which either waits or
 * pauses the run with the reason recorded.
 */
public abstract class RetryableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what failed, without secrets
   * @param cause the error below, or null
   */
  protected RetryableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
