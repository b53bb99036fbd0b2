package dev.cairn.store.s3;

import dev.cairn.retry.RetryAfter;
import dev.cairn.store.BackendFailures;
import dev.cairn.store.Causes;
import dev.cairn.store.FailureClass;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
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
final class S3Failures extends BackendFailures {

  private final InstantSource clock;

  S3Failures(String backend, InstantSource clock) {
    super(backend);
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
    List<Throwable> chain = Causes.of(error, S3Errors::below);
    if (wasInterrupted(chain)) {
      Thread.currentThread().interrupt();
      return retryable(FailureKind.CONNECTION, operation, key, "interrupted", error);
    }
    FailureClass verdict = S3Errors.classify(error, conditional);
    return verdict.exception(detail(verdict.kind(), operation, key, Causes.tell(chain)), error);
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
        detail(verdict.kind(), operation, key, Causes.brief(summary + skew(verdict, http)))
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

  private static boolean wasInterrupted(List<Throwable> chain) {
    return Thread.currentThread().isInterrupted() || chain.stream().anyMatch(S3Errors::isInterrupt);
  }
}
