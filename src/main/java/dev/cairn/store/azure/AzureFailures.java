package dev.cairn.store.azure;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import dev.cairn.retry.RetryAfter;
import dev.cairn.store.BackendFailures;
import dev.cairn.store.Causes;
import dev.cairn.store.FailureClass;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreFailure;
import dev.cairn.store.StoreOperation;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

/** Turns the Azure client's exceptions into those of the port. Thread-safe. */
final class AzureFailures extends BackendFailures {

  private static final HttpHeaderName REQUEST_ID = HttpHeaderName.fromString("x-ms-request-id");

  private final InstantSource clock;

  AzureFailures(String backend, InstantSource clock) {
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
      StoreOperation operation, @Nullable ObjectKey key, Throwable thrown, boolean conditional) {
    Throwable error = Exceptions.unwrap(thrown);
    if (error instanceof StoreFailure failure) {
      return failure.exception();
    }
    if (error instanceof HttpResponseException answer && answer.getResponse() != null) {
      return answered(operation, key, answer, conditional);
    }
    List<Throwable> chain = Causes.of(error);
    if (wasInterrupted(chain)) {
      Thread.currentThread().interrupt();
      return retryable(FailureKind.CONNECTION, operation, key, "interrupted", error);
    }
    FailureClass verdict = AzureErrors.classify(error, conditional);
    return verdict.exception(detail(verdict.kind(), operation, key, Causes.tell(chain)), error);
  }

  private RuntimeException answered(
      StoreOperation operation,
      @Nullable ObjectKey key,
      HttpResponseException answer,
      boolean conditional) {
    FailureClass verdict = ofObject(operation, AzureErrors.classify(answer, conditional));
    HttpResponse http = answer.getResponse();
    FailureDetail detail =
        detail(verdict.kind(), operation, key, "the service refused")
            .withAnswer(
                http.getStatusCode(), AzureErrors.code(answer), http.getHeaderValue(REQUEST_ID));
    String[] told = http.getHeaders().getValues(HttpHeaderName.RETRY_AFTER);
    List<String> retryAfter = told == null ? List.of() : List.of(told);
    return verdict.exception(
        detail.withNotBefore(RetryAfter.requested(retryAfter, clock.instant()).orElse(null)),
        answer);
  }

  /** What has no object to be absent is missing its container. */
  private static FailureClass ofObject(StoreOperation operation, FailureClass verdict) {
    boolean objects =
        operation == StoreOperation.STAT
            || operation == StoreOperation.READ
            || operation == StoreOperation.DELETE;
    return verdict.kind() == FailureKind.NOT_FOUND && !objects
        ? FailureClass.permanent(FailureKind.INVALID)
        : verdict;
  }

  private static boolean wasInterrupted(List<Throwable> chain) {
    return Thread.currentThread().isInterrupted()
        || chain.stream().anyMatch(InterruptedException.class::isInstance);
  }
}
