package dev.cairn.store;

import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one failure, free of secrets.
 *
 * @param kind what went wrong
 * @param exhausted true once the retry layer gave up; nothing above tries again then
 * @param operation what was being done
 * @param backend entry name, or type and location where there is no entry
 * @param key the object, when one was concerned
 * @param status HTTP status, when there was one
 * @param code provider's error code, when there was one
 * @param requestId provider's request id, when there was one
 * @param notBefore earliest time at which the provider wants to be asked again
 * @param summary short text for people: no secrets, no stack, at most a few hundred characters
 */
public record FailureDetail(
    FailureKind kind,
    boolean exhausted,
    StoreOperation operation,
    String backend,
    @Nullable ObjectKey key,
    OptionalInt status,
    @Nullable String code,
    @Nullable String requestId,
    @Nullable Instant notBefore,
    String summary) {

  /** A failure of which only this much is known. */
  public static FailureDetail of(
      FailureKind kind,
      StoreOperation operation,
      String backend,
      @Nullable ObjectKey key,
      String summary) {
    return new FailureDetail(
        kind, false, operation, backend, key, OptionalInt.empty(), null, null, null, summary);
  }

  /** With the provider's answer added. */
  public FailureDetail withAnswer(
      int httpStatus, @Nullable String errorCode, @Nullable String request) {
    return new FailureDetail(
        kind,
        exhausted,
        operation,
        backend,
        key,
        OptionalInt.of(httpStatus),
        errorCode,
        request,
        notBefore,
        summary);
  }

  /** With the time before which the provider does not want to be asked. */
  public FailureDetail withNotBefore(@Nullable Instant time) {
    return new FailureDetail(
        kind, exhausted, operation, backend, key, status, code, requestId, time, summary);
  }

  /** Stamped as exhausted after so many attempts. */
  public FailureDetail asExhausted(int attempts) {
    return new FailureDetail(
        kind,
        true,
        operation,
        backend,
        key,
        status,
        code,
        requestId,
        notBefore,
        summary + " (given up after " + attempts + (attempts == 1 ? " attempt)" : " attempts)"));
  }

  /** One line: backend, operation, key, kind, status and code, summary. */
  public String message() {
    StringBuilder text = new StringBuilder();
    text.append(backend).append(' ').append(operation);
    if (key != null) {
      text.append(' ').append(printable(key.value()));
    }
    text.append(": ").append(kind);
    status.ifPresent(s -> text.append(' ').append(s));
    if (code != null) {
      text.append(' ').append(code);
    }
    return text.append(": ").append(summary).toString();
  }

  private static String printable(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                out.append(String.format("\\u%04x", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}
