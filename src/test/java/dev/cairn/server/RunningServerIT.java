package dev.cairn.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a stranger reaches, and what becomes of a server that is killed, ended, suspended. */
@TestInstance(Lifecycle.PER_CLASS)
class RunningServerIT {
  private final HttpClient http = HttpClient.newHttpClient();
  private CairnServer server;

  @BeforeAll
  void start(@TempDir Path stores) {
    server =
        CairnServer.start(
            ServerOptions.defaults()
                .with("cairn.storage.entries", "main")
                .with("cairn.storage.main.type", "local")
                .with("cairn.storage.main.root", stores.resolve("main").toString())
                .with("cairn.storage.main.max-parallel", "40"));
  }

  @AfterAll
  void end() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health/live", "/health/ready", "/health/started"})
  void probesAnswerWithoutAUser(String path) throws Exception {
    assertEquals(200, get(server.managementUrl().resolve(path)).statusCode());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/management", "/prometheus"})
  void managementAndMetricsNeedAUser(String path) throws Exception {
    assertEquals(401, get(server.managementUrl().resolve(path)).statusCode());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi", "/metrics", "/wildfly-services", "/wildfly-services/naming"})
  void serverOffersNothingOfItsOwnOnTheApplicationPort(String path) throws Exception {
    int status = get(server.url().resolve(path)).statusCode();
    assertTrue(List.of(401, 403, 404).contains(status), () -> path + " answers " + status);
  }

  @Test
  void answersNameNeitherServerNorFramework() throws Exception {
    HttpResponse<String> answer = get(server.url().resolve("/api/admin/status"));
    assertTrue(answer.headers().firstValue("Server").isEmpty());
    assertTrue(answer.headers().firstValue("X-Powered-By").isEmpty());
  }

  @Test
  void killedServerComesBackOnTheSamePortsWithTheSameUsers() {
    long before = server.pid();
    URI url = server.url();
    server.kill9();
    server.restart();
    assertTrue(server.pid() != before);
    assertEquals(url, server.url());
    try (Console console = server.console()) {
      assertEquals("running", console.read("", "server-state").asString());
    }
  }

  @Test
  void suspendedServerResumes() {
    try (Console console = server.console()) {
      console.suspend();
      assertEquals("SUSPENDED", console.read("", "suspend-state").asString());
      console.resume();
      assertEquals("RUNNING", console.read("", "suspend-state").asString());
    }
  }

  @Test
  void limitsOfAnEntryChangeWhileTheServerRuns() throws Exception {
    assertEquals(40, parallelInForce());
    try (Console console = server.console()) {
      console.setSystemProperty("cairn.storage.main.max-parallel", "9");
      Poll.until(this::parallelInForce, limit -> limit == 9, Duration.ofSeconds(30));
    }
    String metrics = server.managementText("/prometheus");
    String limit = "cairn_storage_parallel_limit\\{.*entry=\"main\".*} 9.0";
    assertTrue(metrics.lines().anyMatch(line -> line.matches(limit)), metrics);
  }

  private int parallelInForce() {
    return server
        .client(Role.VIEWER)
        .get("/api/admin/storage")
        .expect(200)
        .json()
        .at("/entries/0/parallelInForce")
        .asInt();
  }

  private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
