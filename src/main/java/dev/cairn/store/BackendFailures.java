package dev.cairn.store;

import org.jspecify.annotations.Nullable;

/** Makes the failures of one backend. Thread-safe. */
public class BackendFailures {

  private final String backend;

  /**
   * @param backend names it in every failure
   */
  public BackendFailures(String backend) {
    this.backend = backend;
  }

  /** The facts of a failure. */
  protected final FailureDetail detail(
      FailureKind kind, StoreOperation operation, @Nullable ObjectKey key, String summary) {
    return FailureDetail.of(kind, operation, backend, key, summary);
  }

  /** A failure that stays until somebody does something. */
  public final PermanentStoreException permanent(
      FailureKind kind, StoreOperation operation, @Nullable ObjectKey key, String summary) {
    return new PermanentStoreException(detail(kind, operation, key, summary), null);
  }

  /** A failure that may clear by itself. */
  public final RetryableStoreException retryable(
      FailureKind kind,
      StoreOperation operation,
      @Nullable ObjectKey key,
      String summary,
      @Nullable Throwable cause) {
    return new RetryableStoreException(detail(kind, operation, key, summary), cause);
  }
}
