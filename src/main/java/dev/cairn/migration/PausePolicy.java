package dev.cairn.migration;

import dev.cairn.outcome.Finding;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import dev.cairn.store.FailureKind;
import dev.cairn.store.StoreFailure;
import java.util.Optional;

/**
 * The one place that decides whether a storage failure is a blob's own or the environment's. The
 * environment's pauses the run; a blob's own is recorded and the run goes on. Pure.
 */
public final class PausePolicy {
  private PausePolicy() {}

  /**
   * The pause that a failure calls for, or empty when it concerns this blob alone.
   *
   * <p>Whatever may clear by itself and has used up its attempts is the environment's. So are
   * denial, expired credentials, a wrong clock, a full target and a wrong configuration: they would
   * fail every other blob too.
   */
  public static Optional<Verdict.Pause> pauseFor(StoreFailure failure) {
    boolean environment =
        failure.retryable()
            || switch (failure.kind()) {
              case ACCESS_DENIED, CREDENTIALS_EXPIRED, CLOCK_SKEW, STORAGE_FULL, INVALID -> true;
              case NOT_FOUND,
                  ALREADY_EXISTS,
                  PRECONDITION_FAILED,
                  THROTTLED,
                  TIMEOUT,
                  UNAVAILABLE,
                  CONNECTION,
                  ARCHIVED,
                  LOCKED,
                  CORRUPT,
                  UNSUPPORTED ->
                  false;
            };
    return environment ? Optional.of(pause(failure)) : Optional.empty();
  }

  /**
   * The pause for a failure that stops the run whatever its kind, as trouble before the first blob
   * does.
   */
  public static Verdict.Pause pause(StoreFailure failure) {
    return new Verdict.Pause(
        reason(failure.kind()), failure.detail().message(), failure.detail().notBefore());
  }

  /** The finding for a failure that is a blob's own. */
  static Finding finding(String key, StoreFailure failure) {
    return new Finding(key, Finding.Kind.REFUSED, failure.detail().message());
  }

  private static Reason reason(FailureKind kind) {
    return switch (kind) {
      case THROTTLED -> Reason.THROTTLED;
      case TIMEOUT -> Reason.TIMEOUT;
      case UNAVAILABLE -> Reason.UNAVAILABLE;
      case CONNECTION -> Reason.CONNECTION;
      case ACCESS_DENIED -> Reason.ACCESS_DENIED;
      case CREDENTIALS_EXPIRED -> Reason.CREDENTIALS_EXPIRED;
      case CLOCK_SKEW -> Reason.CLOCK_SKEW;
      case STORAGE_FULL -> Reason.STORAGE_FULL;
      case CORRUPT -> Reason.CORRUPT;
      case NOT_FOUND, ALREADY_EXISTS, PRECONDITION_FAILED, ARCHIVED, LOCKED, INVALID, UNSUPPORTED ->
          Reason.CONFIGURATION;
    };
  }
}
