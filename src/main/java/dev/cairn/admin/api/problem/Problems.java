package dev.cairn.admin.api.problem;

import dev.cairn.catalog.Gate;
import dev.cairn.catalog.GateClosedException;
import dev.cairn.catalog.HashMismatchException;
import dev.cairn.catalog.TooLargeException;
import dev.cairn.job.ConflictException;
import dev.cairn.job.InvalidParameterException;
import dev.cairn.job.NoSuchRunException;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreFailure;
import jakarta.ws.rs.WebApplicationException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What each failure is to a caller: the one place that decides. Pure. */
public final class Problems {
  private static final long READ_ONLY_SECONDS = 30;
  private static final long STORAGE_SECONDS = 10;
  private static final long DATABASE_SECONDS = 10;
  private static final long STOPPING_SECONDS = 2;
  private static final int DEEPEST = 20;

  private Problems() {}

  /**
   * The document for a failure, or empty when nobody expected it.
   *
   * @param now time from which waits are counted
   */
  public static Optional<Problem> of(Throwable failure, Instant now) {
    Throwable at = failure;
    for (int depth = 0; at != null && depth < DEEPEST; depth++) {
      Optional<Problem> known = known(at, now);
      if (known.isPresent()) {
        return known;
      }
      at = at.getCause();
    }
    return DatabaseFailures.unavailable(failure)
        ? Optional.of(databaseUnavailable("the database does not answer, or is too busy"))
        : Optional.empty();
  }

  private static Optional<Problem> known(Throwable failure, Instant now) {
    if (failure instanceof ProblemException e) {
      return Optional.of(e.problem());
    }
    if (failure instanceof GateClosedException e) {
      return Optional.of(gateClosed(e));
    }
    if (failure instanceof HashMismatchException e) {
      return Optional.of(Problem.of(ProblemCode.HASH_MISMATCH, text(e)).about("sha256"));
    }
    if (failure instanceof TooLargeException e) {
      return Optional.of(Problem.of(ProblemCode.BLOB_TOO_LARGE, text(e)));
    }
    if (failure instanceof InvalidParameterException e) {
      return Optional.of(Problem.of(parameterCode(e), text(e)).about(e.field()));
    }
    if (failure instanceof NoSuchRunException e) {
      return Optional.of(Problem.of(ProblemCode.RUN_NOT_FOUND, text(e)));
    }
    if (failure instanceof ConflictException e) {
      return Optional.of(conflict(e));
    }
    if (failure instanceof RetryableStoreException e) {
      return Optional.of(storage(e, now));
    }
    if (failure instanceof PermanentStoreException e) {
      return Optional.of(storage(e, now));
    }
    if (failure instanceof WebApplicationException e && e.getResponse().getStatus() < 500) {
      return Optional.of(web(e));
    }
    return Optional.empty();
  }

  private static Problem gateClosed(GateClosedException failure) {
    Gate gate = failure.gate();
    if (!gate.closed()) {
      return Problem.of(ProblemCode.STORAGE_CHANGED, text(failure)).retryAfter(1);
    }
    if (gate.holder() == null) {
      return databaseUnavailable(
          gate.reason() == null ? "writes are refused" : "writes are refused: " + gate.reason());
    }
    return Problem.of(
            ProblemCode.MIGRATION_READ_ONLY,
            "run "
                + gate.holder()
                + " of "
                + gate.kind()
                + " holds the gate closed: "
                + gate.reason())
        .because(gate.holder())
        .retryAfter(READ_ONLY_SECONDS);
  }

  private static Problem databaseUnavailable(String detail) {
    return Problem.of(ProblemCode.DATABASE_UNAVAILABLE, detail).retryAfter(DATABASE_SECONDS);
  }

  private static ProblemCode parameterCode(InvalidParameterException failure) {
    return failure.code().equals(ProblemCode.NOT_IN_THIS_VERSION.name())
        ? ProblemCode.NOT_IN_THIS_VERSION
        : ProblemCode.INVALID_PARAMETER;
  }

  private static Problem conflict(ConflictException failure) {
    ProblemCode code =
        switch (failure.code()) {
          case LOCK_HELD -> ProblemCode.LOCK_HELD;
          case WRONG_STATE -> ProblemCode.WRONG_STATE;
          case STILL_STOPPING -> ProblemCode.STILL_STOPPING;
          case PARAMETERS_DIFFER -> ProblemCode.PARAMETERS_DIFFER;
        };
    Problem problem =
        Problem.of(code, text(failure)).about(failure.field()).because(failure.runId());
    return code == ProblemCode.STILL_STOPPING ? problem.retryAfter(STOPPING_SECONDS) : problem;
  }

  private static Problem storage(StoreFailure failure, Instant now) {
    Problem problem =
        Problem.of(storageCode(failure), failure.detail().message()).store(failure.kind().name());
    return problem.code() == ProblemCode.STORAGE_UNAVAILABLE
        ? problem.retryAfter(wait(failure.detail().notBefore(), now))
        : problem;
  }

  private static ProblemCode storageCode(StoreFailure failure) {
    if (failure.retryable()) {
      return ProblemCode.STORAGE_UNAVAILABLE;
    }
    return switch (failure.kind()) {
      case CREDENTIALS_EXPIRED, THROTTLED, TIMEOUT, UNAVAILABLE, CONNECTION, CLOCK_SKEW ->
          ProblemCode.STORAGE_UNAVAILABLE;
      case STORAGE_FULL -> ProblemCode.STORAGE_FULL;
      case NOT_FOUND -> ProblemCode.BLOB_BYTES_MISSING;
      case CORRUPT -> ProblemCode.BLOB_DAMAGED;
      case ALREADY_EXISTS,
          PRECONDITION_FAILED,
          ACCESS_DENIED,
          ARCHIVED,
          LOCKED,
          INVALID,
          UNSUPPORTED ->
          ProblemCode.STORAGE_REFUSED;
    };
  }

  private static long wait(@Nullable Instant notBefore, Instant now) {
    return notBefore == null
        ? STORAGE_SECONDS
        : Math.max(1, Duration.between(now, notBefore).toSeconds() + 1);
  }

  private static Problem web(WebApplicationException failure) {
    ProblemCode code = ProblemCode.ofStatus(failure.getResponse().getStatus());
    return Problem.of(
        code,
        switch (code) {
          case NOT_FOUND -> "no resource has this path";
          case METHOD_NOT_ALLOWED -> "the resource exists, this method does not";
          case FORBIDDEN -> "the signed-in user has none of the roles that may do this";
          case UNSUPPORTED_MEDIA_TYPE -> "the Content-Type of the body is not taken here";
          case NOT_ACCEPTABLE -> "none of the types in Accept can be produced here";
          default -> "the request is not valid";
        });
  }

  private static String text(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
