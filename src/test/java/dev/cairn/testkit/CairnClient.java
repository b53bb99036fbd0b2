package dev.cairn.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Speaks Cairn's HTTP interface as one user. {@link #send} returns whatever the server answers; the
 * other methods throw {@link UnexpectedAnswerException} when it isn't a yes. Every request is given
 * up after 2 minutes. Safe for several threads.
 */
public final class CairnClient {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String JSON = "application/json";

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI server;
  private final Credentials credentials;

  /** Creates a client of the server at an address without a path. */
  public CairnClient(URI server, Credentials credentials) {
    this.server = server;
    this.credentials = credentials;
  }

  /**
   * Starts a request to a path of the server, signed in; the caller adds method, headers and body.
   */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", credentials.basic());
  }

  /** Sends a request and returns the answer, whatever its status. */
  public Answer send(HttpRequest.Builder request) {
    HttpResponse<byte[]> response = exchange(request, BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  /** Reads a path. */
  public Answer get(String path) {
    return send(request(path).GET());
  }

  /** Posts to a path without a body. */
  public Answer post(String path) {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  /** Posts a JSON document to a path. */
  public Answer post(String path, JsonNode body) {
    return send(
        request(path).header("Content-Type", JSON).POST(BodyPublishers.ofString(body.toString())));
  }

  /** Stores bytes and returns their hash. */
  public String putBlob(byte[] content) {
    return putBlob(BodyPublishers.ofByteArray(content));
  }

  /** Stores a file and returns its hash. */
  public String putBlob(Path file) {
    try {
      return putBlob(BodyPublishers.ofFile(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stores a sample blob, streaming it, and returns its hash as the server has it. */
  public String putBlob(SampleBlob blob) {
    BodyPublisher streamed = BodyPublishers.ofInputStream(blob::open);
    return putBlob(
        blob.size() == 0
            ? BodyPublishers.noBody()
            : BodyPublishers.fromPublisher(streamed, blob.size()));
  }

  private String putBlob(BodyPublisher body) {
    Answer answer =
        send(request("/api/blobs").header("Content-Type", "application/octet-stream").PUT(body));
    return answer.expect(200, 201).json().path("hash").asText();
  }

  /** Reads a blob into memory. */
  public byte[] getBlob(String hash) {
    return get("/api/blobs/" + hash).expect(200).body();
  }

  /** Opens a blob of any size; the caller closes the stream. */
  public InputStream openBlob(String hash) {
    HttpResponse<InputStream> response =
        exchange(request("/api/blobs/" + hash).GET(), BodyHandlers.ofInputStream());
    if (response.statusCode() == 200) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      throw new UnexpectedAnswerException(
          new Answer(response.statusCode(), response.headers(), body.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks for a run and returns whatever the server answers. */
  public Answer tryStart(String job, Map<String, String> parameters) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode values = body.putObject("parameters");
    parameters.forEach(values::put);
    return post("/api/admin/jobs/" + job + "/runs", body);
  }

  /** Starts a run and returns its id. */
  public String startRun(String job, Map<String, String> parameters) {
    return tryStart(job, parameters).expect(202).json().path("id").asText();
  }

  /** Returns a run as it stands. */
  public RunView run(String id) {
    return new RunView(get("/api/admin/runs/" + id).expect(200).json());
  }

  /** Asks for a pause; returns whatever the server answers, as the other verbs do. */
  public Answer pause(String run) {
    return post("/api/admin/runs/" + run + "/pause");
  }

  /** Asks for a paused run to go on. */
  public Answer resume(String run) {
    return post("/api/admin/runs/" + run + "/resume");
  }

  /** Ends a run for good. */
  public Answer cancel(String run) {
    return post("/api/admin/runs/" + run + "/cancel");
  }

  /** Returns the first page of a run's findings. */
  public JsonNode findings(String run) {
    return get("/api/admin/runs/" + run + "/findings").expect(200).json();
  }

  /** Returns the state of the application. */
  public JsonNode status() {
    return get("/api/admin/status").expect(200).json();
  }

  /** Tests a storage entry with the chain that production uses. */
  public JsonNode testStorage(String entry) {
    return post("/api/admin/storage/entries/" + entry + "/test").expect(200).json();
  }

  /**
   * Waits until a run is as wanted, and returns it.
   *
   * @throws IllegalStateException when it isn't in time; the message shows the run as it is then
   */
  public RunView awaitRun(String id, Predicate<RunView> wanted, Duration within) {
    try {
      return Poll.until(() -> run(id), wanted, within);
    } catch (TimeoutException e) {
      throw new IllegalStateException("run " + id + " " + e.getMessage(), e);
    }
  }

  private <T> HttpResponse<T> exchange(HttpRequest.Builder request, BodyHandler<T> handler) {
    try {
      return http.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the server worked", e);
    }
  }
}
