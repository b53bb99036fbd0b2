package dev.cairn.store;

import dev.cairn.retry.PermanentException;
import org.jspecify.annotations.Nullable;

/**
 * A storage failure that will be the same on the next attempt. Its kind says what happened; see
 * {@link FailureKind}.
 */
public final class PermanentStoreException extends PermanentException implements StoreFailure {
  private static final long serialVersionUID = 1L;

  private final transient FailureDetail detail;

  /**
   * @param detail the facts, without secrets
   * @param cause the error below, or null
   */
  public PermanentStoreException(FailureDetail detail, @Nullable Throwable cause) {
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
