package dev.cairn.store;

/**
 * A failed storage operation. Exactly two exceptions carry it, one for what may clear by itself and
 * one for what will not; code above the storage layers handles this interface.
 */
public sealed interface StoreFailure permits RetryableStoreException, PermanentStoreException {

  /** The facts. */
  FailureDetail detail();

  /** The exception itself, to be thrown again or chained. */
  RuntimeException exception();

  /** What went wrong. */
  default FailureKind kind() {
    return detail().kind();
  }

  /** True when it may clear by itself. */
  default boolean retryable() {
    return this instanceof RetryableStoreException;
  }
}
