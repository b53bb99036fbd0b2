package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.testkit.Answer;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Credentials;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.ServerOptions;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every address with every role, and with none. */
@TestInstance(Lifecycle.PER_CLASS)
class PermissionsIT {
  private static final String NO_RUN = "01J0000000000000000000000A";
  private static final String NO_BLOB = "0".repeat(64);

  /** method | path | V, O, A for the roles that may */
  private static final String TABLE =
      """
      GET    | /api/openapi.json                            | VOA
      GET    | /api/admin/jobs                              | VO
      POST   | /api/admin/jobs/backend-migration/runs       | O
      GET    | /api/admin/runs                              | VO
      GET    | /api/admin/runs/RUN                          | VO
      GET    | /api/admin/runs/RUN/findings                 | VO
      GET    | /api/admin/runs/RUN/findings.csv             | VO
      POST   | /api/admin/runs/RUN/pause                    | O
      POST   | /api/admin/runs/RUN/resume                   | O
      POST   | /api/admin/runs/RUN/cancel                   | O
      GET    | /api/admin/status                            | VO
      GET    | /api/admin/storage                           | VO
      POST   | /api/admin/storage/entries/nowhere/test      | O
      PUT    | /api/blobs?sha256=none                       | OA
      GET    | /api/blobs/BLOB                              | VOA
      HEAD   | /api/blobs/BLOB                              | VOA
      DELETE | /api/blobs/BLOB                              | OA
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  private CairnServer server;

  @BeforeAll
  void start(@TempDir Path stores) {
    server =
        CairnServer.start(
            ServerOptions.defaults()
                .withHeap(384)
                .with("cairn.storage.entries", "main")
                .with("cairn.storage.main.type", "local")
                .with("cairn.storage.main.root", stores.resolve("main").toString()));
  }

  @AfterAll
  void end() {
    server.close();
  }

  static Stream<Arguments> everyAddressWithEveryRole() {
    return TABLE
        .lines()
        .map(line -> Stream.of(line.split("\\|")).map(String::strip).toList())
        .flatMap(row -> Stream.of(Role.values()).map(role -> arguments(row, role)));
  }

  private static Arguments arguments(List<String> row, Role role) {
    boolean may = row.get(2).contains(role.name().substring(0, 1));
    return Arguments.of(row.get(0), path(row), role, may);
  }

  static Stream<Arguments> everyAddress() {
    return TABLE
        .lines()
        .map(line -> Stream.of(line.split("\\|")).map(String::strip).toList())
        .map(row -> Arguments.of(row.get(0), path(row)));
  }

  private static String path(List<String> row) {
    return row.get(1).replace("RUN", NO_RUN).replace("BLOB", NO_BLOB);
  }

  @ParameterizedTest(name = "{0} {1} as {2}: {3}")
  @MethodSource("everyAddressWithEveryRole")
  void roleReachesWhatIsItsOwnAndNothingElse(String method, String path, Role role, boolean may) {
    Answer answer = send(server.client(role), method, path);
    if (may) {
      assertTrue(List.of(200, 400, 404).contains(answer.status()), answer::toString);
    } else if (method.equals("HEAD")) {
      assertEquals(403, answer.status());
    } else {
      new Refusal(ProblemCode.FORBIDDEN, "").assertAnswered(answer);
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("everyAddress")
  void nobodyReachesAnythingWithoutAUser(String method, String path) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.url().resolve(path));
    HttpResponse<byte[]> response =
        http.send(request.method(method, body(method)).build(), BodyHandlers.ofByteArray());
    assertSignInAskedFor(
        method, new Answer(response.statusCode(), response.headers(), response.body()));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("everyAddress")
  void wrongPasswordReachesNothing(String method, String path) {
    Credentials wrong = new Credentials(Role.OPERATOR.userName(), "guessed");
    assertSignInAskedFor(method, send(new CairnClient(server.url(), wrong), method, path));
  }

  @Test
  void roleIsNotAskedForBeforeTheAddressIsFound() {
    Answer answer = server.client(Role.APPLICATION).get("/api/nothing");
    new Refusal(ProblemCode.NOT_FOUND, "").assertAnswered(answer);
  }

  private static void assertSignInAskedFor(String method, Answer answer) {
    assertEquals("Basic realm=\"Cairn\"", answer.header("WWW-Authenticate").orElse(""));
    if (method.equals("HEAD")) {
      assertEquals(401, answer.status());
    } else {
      new Refusal(ProblemCode.LOGIN_REQUIRED, "").assertAnswered(answer);
    }
  }

  private static Answer send(CairnClient client, String method, String path) {
    HttpRequest.Builder request = client.request(path);
    if (method.equals("POST")) {
      request.header("Content-Type", "application/json");
    }
    return client.send(request.method(method, body(method)));
  }

  private static BodyPublisher body(String method) {
    return method.equals("PUT") ? BodyPublishers.ofString("content") : BodyPublishers.noBody();
  }
}
