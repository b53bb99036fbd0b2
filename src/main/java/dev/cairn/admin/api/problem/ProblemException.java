package dev.cairn.admin.api.problem;

import dev.cairn.retry.PermanentException;
import java.util.Map;

/** Ends a request with a problem document. Not retryable unless the document says so. */
public final class ProblemException extends PermanentException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final transient Map<String, String> headers;

  /** A request that ends with this document. */
  public ProblemException(Problem problem) {
    this(problem, Map.of());
  }

  /** A request that ends with this document and these headers. */
  public ProblemException(Problem problem, Map<String, String> headers) {
    super(problem.code() + ": " + problem.detail(), null);
    this.problem = problem;
    this.headers = Map.copyOf(headers);
  }

  /** Headers that go with it. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The document. */
  public Problem problem() {
    return problem;
  }
}
