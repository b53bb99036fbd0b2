package dev.cairn.store;

import dev.cairn.retry.RetryableException;
import org.jspecify.annotations.Nullable;

/**
 * A storage failure that may clear by itself. Its kind says what happened; see {@link FailureKind}.
 */
public final class RetryableStoreException extends RetryableException implements StoreFailure {
  private static final long serialVersionUID = 1L;

  private final transient FailureDetail detail;

  /**
   * @param detail the facts, without secrets
   * @param cause the error below, or null
   */
  public RetryableStoreException(FailureDetail detail, @Nullable Throwable cause) {
    super(detail.message(), cause);
    this.detail = detail;
  }

  @Override
  public FailureDetail detail() {
    return detail;
  }

  @Override
  public RuntimeException exception() {
    return this;
  }
}
