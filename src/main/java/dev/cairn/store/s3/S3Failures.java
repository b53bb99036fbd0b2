package dev.cairn.store.s3;

import dev.cairn.retry.RetryAfter;
import dev.cairn.store.FailureClass;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreFailure;
import dev.cairn.store.StoreOperation;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Turns the S3 client's exceptions into those of the port. Thread-safe. */
final class S3Failures {

  private static final int LONGEST_SUMMARY = 200;

  private final String backend;
  private final InstantSource clock;

  S3Failures(String backend, InstantSource clock) {
    this.backend = backend;
    this.clock = clock;
  }

  /** What to throw for an error of an operation without condition. */
  RuntimeException translate(StoreOperation operation, @Nullable ObjectKey key, Throwable error) {
    return translate(operation, key, error, false);
  }

  /**
   * What to throw for an error. Keeps the interrupt flag where an interrupt was the reason.
   *
   * @param conditional true when the request was a put under a condition
   */
  RuntimeException translate(
      StoreOperation operation, @Nullable ObjectKey key, Throwable error, boolean conditional) {
    if (error instanceof StoreFailure failure) {
      return failure.exception();
    }
    if (error instanceof UncheckedIOException unchecked) {
      return unchecked;
    }
    if (error instanceof SdkServiceException answer) {
      return answered(operation, key, answer, conditional);
    }
    if (wasInterrupted(error)) {
      Thread.currentThread().interrupt();
      return retryable(FailureKind.CONNECTION, operation, key, "interrupted", error);
    }
    FailureClass verdict = S3Errors.classify(error, conditional);
    return verdict.exception(
        FailureDetail.of(verdict.kind(), operation, backend, key, tell(error)), error);
  }

  private RuntimeException answered(
      StoreOperation operation,
      @Nullable ObjectKey key,
      SdkServiceException answer,
      boolean conditional) {
    FailureClass verdict = S3Errors.classify(answer, conditional);
    AwsErrorDetails details =
        answer instanceof AwsServiceException aws ? aws.awsErrorDetails() : null;
    SdkHttpResponse http = details == null ? null : details.sdkHttpResponse();
    String said = details == null ? null : details.errorMessage();
    String summary = said == null || said.isBlank() ? "the server refused" : said;
    FailureDetail detail =
        FailureDetail.of(
                verdict.kind(), operation, backend, key, brief(summary + skew(verdict, http)))
            .withAnswer(answer.statusCode(), S3Errors.code(answer), answer.requestId());
    List<String> retryAfter = http == null ? List.of() : http.matchingHeaders("Retry-After");
    return verdict.exception(
        detail.withNotBefore(RetryAfter.requested(retryAfter, clock.instant()).orElse(null)),
        answer);
  }

  private String skew(FailureClass verdict, @Nullable SdkHttpResponse http) {
    if (verdict.kind() != FailureKind.CLOCK_SKEW || http == null) {
      return "";
    }
    String theirs = http.firstMatchingHeader(S3HttpClient.SERVER_DATE).orElse("unknown");
    return " (server's clock: " + theirs + ", ours: " + clock.instant() + ")";
  }

  PermanentStoreException permanent(
      FailureKind kind, StoreOperation operation, @Nullable ObjectKey key, String summary) {
    return new PermanentStoreException(
        FailureDetail.of(kind, operation, backend, key, summary), null);
  }

  RetryableStoreException retryable(
      FailureKind kind,
      StoreOperation operation,
      @Nullable ObjectKey key,
      String summary,
      @Nullable Throwable cause) {
    return new RetryableStoreException(
        FailureDetail.of(kind, operation, backend, key, summary), cause);
  }

  private static boolean wasInterrupted(Throwable error) {
    if (Thread.currentThread().isInterrupted()) {
      return true;
    }
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < 20; depth++) {
      if (S3Errors.isInterrupt(cause)) {
        return true;
      }
      cause = S3Errors.below(cause);
    }
    return false;
  }

  /** The innermost cause in a few words, for people. */
  private static String tell(Throwable error) {
    Throwable cause = error;
    Throwable below = S3Errors.below(cause);
    for (int depth = 0; below != null && depth < 20; depth++) {
      cause = below;
      below = S3Errors.below(cause);
    }
    return brief(cause.getClass().getSimpleName() + ": " + cause.getMessage());
  }

  private static String brief(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= LONGEST_SUMMARY ? line : line.substring(0, LONGEST_SUMMARY) + "…";
  }
}
