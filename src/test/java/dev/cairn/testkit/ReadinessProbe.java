package dev.cairn.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks a server's readiness check, which answers only when the deployment is up and well. */
final class ReadinessProbe {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final HttpRequest request;

  ReadinessProbe(int managementPort) {
    request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + "/health/ready"))
            .timeout(PATIENCE)
            .build();
  }

  /** Returns false as long as nobody answers, or the answer is no. */
  boolean isReady() {
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a server started", e);
    }
  }
}
