package dev.cairn.store.s3;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * The SDK's HTTP client with two habits changed. A request ends when its thread is interrupted. And
 * a refusal's Date does not move the clock by which the SDK signs: it would do so for all clients
 * of the process, so that one server with a wrong clock could lock out the others.
 */
final class S3HttpClient implements SdkHttpClient {

  /** Carries the Date of a refusal, as the server sent it. */
  static final String SERVER_DATE = "X-Cairn-Server-Date";

  private static final String DATE = "Date";

  private final SdkHttpClient delegate;
  private final InterruptWatch watch;

  S3HttpClient(SdkHttpClient delegate, InterruptWatch watch) {
    this.delegate = delegate;
    this.watch = watch;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    ExecutableHttpRequest prepared = delegate.prepareRequest(request);
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        try (InterruptWatch.Wait wait = watch.begin(prepared::abort)) {
          return withOurDate(prepared.call());
        }
      }

      @Override
      public void abort() {
        prepared.abort();
      }
    };
  }

  private static HttpExecuteResponse withOurDate(HttpExecuteResponse answer) {
    SdkHttpResponse http = answer.httpResponse();
    if (http.isSuccessful()) {
      return answer;
    }
    SdkHttpResponse.Builder changed = http.toBuilder();
    http.firstMatchingHeader(DATE).ifPresent(theirs -> changed.putHeader(SERVER_DATE, theirs));
    String ours = DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.now().atZone(ZoneOffset.UTC));
    HttpExecuteResponse.Builder copy =
        HttpExecuteResponse.builder().response(changed.putHeader(DATE, ours).build());
    answer.responseBody().ifPresent(copy::responseBody);
    return copy.build();
  }

  @Override
  public String clientName() {
    return delegate.clientName();
  }

  @Override
  public void close() {
    delegate.close();
  }
}
