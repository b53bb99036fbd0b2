package dev.cairn.store;

/**
 * What an error means to Cairn.
 *
 * @param kind what went wrong
 * @param retryable whether it may clear by itself
 */
public record FailureClass(FailureKind kind, boolean retryable) {

  /**
   * What an HTTP status says by itself, where no code of the provider says more.
   *
   * @param conditional true when the request was a put under a condition
   * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15">RFC 9110</a>
   */
  public static FailureClass ofStatus(int status, boolean conditional) {
    return switch (status) {
      case 401, 403 -> permanent(FailureKind.ACCESS_DENIED);
      case 404 -> permanent(FailureKind.NOT_FOUND);
      case 408 -> retryable(FailureKind.TIMEOUT);
      case 409 -> permanent(conditional ? FailureKind.PRECONDITION_FAILED : FailureKind.INVALID);
      case 412 -> permanent(FailureKind.PRECONDITION_FAILED);
      // https://www.rfc-editor.org/rfc/rfc6585#section-4
      case 429 -> retryable(FailureKind.THROTTLED);
      // https://www.rfc-editor.org/rfc/rfc4918#section-11.5
      case 507 -> permanent(FailureKind.STORAGE_FULL);
      default ->
          status >= 500 ? retryable(FailureKind.UNAVAILABLE) : permanent(FailureKind.INVALID);
    };
  }

  /** One that stays until somebody does something. */
  public static FailureClass permanent(FailureKind kind) {
    return new FailureClass(kind, false);
  }

  /** One that may clear by itself. */
  public static FailureClass retryable(FailureKind kind) {
    return new FailureClass(kind, true);
  }

  /** The exception for a failure of this class. */
  public RuntimeException exception(FailureDetail detail, Throwable cause) {
    return retryable
        ? new RetryableStoreException(detail, cause)
        : new PermanentStoreException(detail, cause);
  }
}
