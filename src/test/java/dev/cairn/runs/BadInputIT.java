package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.testkit.Answer;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.ServerOptions;
import java.io.ByteArrayInputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong requests: each is refused with the right status and a document that says what to mend. */
@TestInstance(Lifecycle.PER_CLASS)
class BadInputIT {
  private static final String STARTS = "/api/admin/jobs/" + MigrationStage.JOB + "/runs";
  private static final String NO_RUN = "01J0000000000000000000000A";
  private static final String NO_BLOB = "0".repeat(64);
  private static final String JSON = "application/json";
  private static final Duration SECONDS = Duration.ofSeconds(30);
  private static final int MEBIBYTE = 1024 * 1024;

  private MigrationStage stage;
  private CairnClient operator;

  @BeforeAll
  void start(@TempDir Path directory) {
    stage = MigrationStage.open(directory, ServerOptions.defaults(), 4);
    operator = stage.operator();
  }

  @AfterAll
  void end() {
    stage.close();
  }

  @AfterEach
  void nothingLive() {
    stage.cancelLive();
  }

  // ---- starting

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          colour       | red                   | INVALID_PARAMETER
          target       | nowhere               | INVALID_PARAMETER
          target       | main                  | INVALID_PARAMETER
          target       | twin                  | INVALID_PARAMETER
          target       | ../../etc             | INVALID_PARAMETER
          target       | ''                    | INVALID_PARAMETER
          mode         | online                | NOT_IN_THIS_VERSION
          mode         | fast                  | INVALID_PARAMETER
          verify       | none                  | INVALID_PARAMETER
          cutover      | manual                | NOT_IN_THIS_VERSION
          poison-after | 2                     | NOT_IN_THIS_VERSION
          auto-resume  | true                  | NOT_IN_THIS_VERSION
          threads      | 0                     | INVALID_PARAMETER
          threads      | 14                    | INVALID_PARAMETER
          threads      | four                  | INVALID_PARAMETER
          threads      | -1                    | INVALID_PARAMETER
          ranges       | 4097                  | INVALID_PARAMETER
          parallel     | 1.5                   | INVALID_PARAMETER
          item-count   | 99999999999999999999  | INVALID_PARAMETER
          retry-limit  | 0                     | INVALID_PARAMETER
          skip-limit   | -5                    | INVALID_PARAMETER
          """)
  void startWithAWrongParameterNamesIt(String name, String value, ProblemCode code) {
    assertRefused(new Refusal(code, name), postStart(with(name, value)));
    assertNothingLive();
  }

  @Test
  void startWithoutTargetNamesIt() {
    Answer answer = postStart("{\"parameters\":{\"threads\":\"2\"}}");
    assertRefused(new Refusal(ProblemCode.INVALID_PARAMETER, "target"), answer);
    assertRefused(new Refusal(ProblemCode.INVALID_PARAMETER, "target"), postStart(""));
  }

  @Test
  void startWithAnOverlongOrUnprintableValueNamesTheParameter() {
    Refusal refusal = new Refusal(ProblemCode.INVALID_PARAMETER, "target");
    assertRefused(refusal, postStart(with("target", "a".repeat(256))));
    assertRefused(refusal, postStart(with("target", "arc\u0007hive")));
  }

  @Test
  void startOfAnUnknownJobIsNotFound() {
    assertRefused(
        new Refusal(ProblemCode.JOB_NOT_FOUND, ""),
        post("/api/admin/jobs/spring-clean/runs", "{}"));
  }

  @Test
  void secondStartNamesTheRunThatHoldsTheLock() {
    String live = stage.startHeld();
    Answer answer = postStart(body(stage.parameters()));
    assertRefused(new Refusal(ProblemCode.LOCK_HELD, ""), answer);
    assertEquals(live, answer.json().path("run").asText());
    assertTrue(answer.json().path("detail").asText().contains(live));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {                                      | MALFORMED_JSON |
          {"parameters":{"target":"archive"}} {} | INVALID_FIELD  |
          {"parameters":{"target":"archive",}}   | MALFORMED_JSON |
          not json                               | MALFORMED_JSON |
          []                                     | INVALID_FIELD  |
          "text"                                 | INVALID_FIELD  |
          null                                   | INVALID_FIELD  |
          {"parameters":[]}                      | INVALID_FIELD  | parameters
          {"parameters":"target"}                | INVALID_FIELD  | parameters
          {"parameters":{"target":null}}         | INVALID_FIELD  | parameters.target
          {"parameters":{"target":{}}}           | INVALID_FIELD  | parameters.target
          {"parameters":{"target":["archive"]}}  | INVALID_FIELD  | parameters.target
          {"params":{"target":"archive"}}        | UNKNOWN_FIELD  | params
          {"parameters":{},"force":true}         | UNKNOWN_FIELD  | force
          """)
  void startWithAWrongBodyNamesTheMember(String body, ProblemCode code, String field) {
    assertRefused(new Refusal(code, field == null ? "" : field), postStart(body));
    assertNothingLive();
  }

  @Test
  void bodyThatIsNoTextIsMalformed() {
    byte[] bytes = {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'};
    Answer answer =
        patiently(
            () ->
                operator
                    .request(STARTS)
                    .header("Content-Type", JSON)
                    .POST(BodyPublishers.ofByteArray(bytes)));
    assertEquals(400, answer.status(), answer::toString);
    assertRefused(new Refusal(ProblemCode.MALFORMED_JSON, ""), answer);
  }

  @Test
  void bodyOfMoreThanAMebibyteIsTooLargeWhetherAnnouncedOrNot() {
    byte[] huge = with("target", "a".repeat(MEBIBYTE)).getBytes(StandardCharsets.UTF_8);
    Refusal refusal = new Refusal(ProblemCode.BODY_TOO_LARGE, "");
    assertRefused(
        refusal,
        patiently(
            () ->
                operator
                    .request(STARTS)
                    .header("Content-Type", JSON)
                    .POST(BodyPublishers.ofByteArray(huge))));
    assertRefused(
        refusal,
        patiently(
            () ->
                operator
                    .request(STARTS)
                    .header("Content-Type", JSON)
                    .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(huge)))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/xml", "application/x-www-form-urlencoded"})
  void bodyOfAnotherTypeIsNotTaken(String type) {
    assertRefused(
        new Refusal(ProblemCode.UNSUPPORTED_MEDIA_TYPE, ""),
        patiently(
            () ->
                operator
                    .request(STARTS)
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofString(body(stage.parameters())))));
  }

  // ---- keys

  @Test
  void keyFindsItsRunAgainAndRefusesOtherParameters() {
    stage.hold();
    Answer first = startWithKey("night 1", body(stage.parameters()));
    String live = first.expect(202).json().path("id").asText();
    Answer again = startWithKey("night 1", body(stage.parameters()));
    assertEquals(live, again.expect(200).json().path("id").asText());
    assertEquals(first.header("Location"), again.header("Location"));
    Answer other = startWithKey("night 1", with("threads", "3"));
    assertRefused(new Refusal(ProblemCode.PARAMETERS_DIFFER, "Idempotency-Key"), other);
    assertEquals(live, other.json().path("run").asText());
  }

  @Test
  void keyThatIsTooLongIsRefused() {
    assertRefused(
        new Refusal(ProblemCode.INVALID_PARAMETER, "Idempotency-Key"),
        startWithKey("k".repeat(256), body(stage.parameters())));
  }

  // ---- verbs

  @ParameterizedTest
  @ValueSource(strings = {"pause", "resume", "cancel"})
  void verbOnAnUnknownRunIsNotFound(String verb) {
    Refusal refusal = new Refusal(ProblemCode.RUN_NOT_FOUND, "");
    assertRefused(refusal, post("/api/admin/runs/" + NO_RUN + "/" + verb, ""));
    assertRefused(refusal, post("/api/admin/runs/%27%20or%201=1/" + verb, ""));
  }

  @ParameterizedTest
  @CsvSource({"threads,3", "target,main", "colour,red"})
  void resumeWithOtherParametersNamesTheDifference(String name, String value) {
    String live = stage.startHeld();
    operator.pause(live).expect(202);
    stage.awaitStatus(live, "PAUSED");
    Answer answer = post("/api/admin/runs/" + live + "/resume", body(Map.of(name, value)));
    assertRefused(new Refusal(ProblemCode.PARAMETERS_DIFFER, name), answer);
    assertEquals(live, answer.json().path("run").asText());
    assertEquals("PAUSED", operator.run(live).status());
  }

  @Test
  void resumeWithItsOwnParametersIsTaken() {
    String live = stage.startHeld();
    operator.pause(live).expect(202);
    stage.awaitStatus(live, "PAUSED");
    post("/api/admin/runs/" + live + "/resume", body(stage.parameters())).expect(202);
    stage.awaitHeld(live);
  }

  // ---- looking

  @ParameterizedTest
  @CsvSource({
    "/api/admin/runs?limit=0, limit",
    "/api/admin/runs?limit=501, limit",
    "/api/admin/runs?limit=ten, limit",
    "/api/admin/runs?status=ASLEEP, status",
    "/api/admin/runs?job=spring-clean, job",
    "/api/admin/runs?after=%00, after",
    "/api/admin/runs?after=zzzz, after",
  })
  void wrongQueryNamesTheParameter(String path, String field) {
    assertRefused(new Refusal(ProblemCode.INVALID_PARAMETER, field), get(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nothing",
        "/api",
        "/api/nothing",
        "/api/admin",
        "/api/admin/jobs/backend-migration/nothing",
        "/error",
      })
  void unknownPathIsNotFound(String path) {
    assertRefused(new Refusal(ProblemCode.NOT_FOUND, ""), get(path));
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, /api/admin/jobs",
    "PUT, /api/admin/jobs/backend-migration/runs",
    "GET, /api/admin/runs/01J0000000000000000000000A/pause",
    "POST, /api/admin/status",
    "POST, /api/blobs",
    "OPTIONS, /api/admin/jobs",
    "BREW, /api/admin/jobs",
  })
  void methodThatAResourceDoesNotTakeIsNotAllowed(String method, String path) {
    assertRefused(
        new Refusal(ProblemCode.METHOD_NOT_ALLOWED, ""),
        patiently(() -> operator.request(path).method(method, BodyPublishers.noBody())));
  }

  /** The container answers these before anything of ours is asked. */
  @ParameterizedTest
  @CsvSource({
    "GET, /WEB-INF/web.xml, 404",
    "GET, /WEB-INF/classes/META-INF/batch-jobs/backend-migration.xml, 404",
    "GET, /META-INF/MANIFEST.MF, 404",
    "GET, /api/admin/%2e%2e/%2e%2e/WEB-INF/web.xml, 404",
    "TRACE, /api/admin/jobs, 405",
  })
  void insidesOfTheServerStayInside(String method, String path, int status) {
    Answer answer = operator.send(operator.request(path).method(method, BodyPublishers.noBody()));
    assertEquals(status, answer.status());
    assertTrue(answer.body().length < 200, answer::toString);
  }

  @Test
  void answerInAFormatNobodyMakesIsNotAcceptable() {
    assertRefused(
        new Refusal(ProblemCode.NOT_ACCEPTABLE, ""),
        patiently(() -> operator.request("/api/admin/jobs").header("Accept", "image/png").GET()));
  }

  @Test
  void hugeHeadersAreRefusedAndTheServerGoesOn() {
    HttpRequest.Builder request =
        operator.request("/api/admin/jobs").header("X-Filler", "a".repeat(64 * 1024)).GET();
    try {
      int status = operator.send(request).status();
      assertTrue(status >= 400 && status < 500, () -> "answered " + status);
    } catch (UncheckedIOException hungUp) {
      assertTrue(stage.server().isAlive());
    }
    operator.get("/api/admin/jobs").expect(200);
  }

  @Test
  void testOfAnUnknownEntryIsNotFound() {
    assertRefused(
        new Refusal(ProblemCode.ENTRY_NOT_FOUND, ""),
        post("/api/admin/storage/entries/nowhere/test", ""));
  }

  // ---- blobs

  @ParameterizedTest
  @ValueSource(strings = {"abc", "..%2f..%2fetc%2fpasswd", "ABCDEF", "%00"})
  void blobWithANameThatIsNoHashIsNotFound(String name) {
    assertRefused(new Refusal(ProblemCode.BLOB_NOT_FOUND, ""), get("/api/blobs/" + name));
  }

  @Test
  void unknownBlobIsNotFound() {
    Refusal refusal = new Refusal(ProblemCode.BLOB_NOT_FOUND, "");
    assertRefused(refusal, get("/api/blobs/" + NO_BLOB));
    assertRefused(refusal, patiently(() -> operator.request("/api/blobs/" + NO_BLOB).DELETE()));
  }

  @Test
  void blobWithAnotherHashThanAnnouncedIsNotStored() {
    byte[] content = "neither here nor there".getBytes(StandardCharsets.UTF_8);
    Answer answer =
        patiently(
            () ->
                operator
                    .request("/api/blobs?sha256=" + NO_BLOB)
                    .PUT(BodyPublishers.ofByteArray(content)));
    assertRefused(new Refusal(ProblemCode.HASH_MISMATCH, "sha256"), answer);
    assertEquals(404, operator.get("/api/blobs/" + NO_BLOB).status());
  }

  @Test
  void announcedHashThatIsNoneNamesTheParameter() {
    assertRefused(
        new Refusal(ProblemCode.INVALID_PARAMETER, "sha256"),
        patiently(
            () ->
                operator.request("/api/blobs?sha256=abc").PUT(BodyPublishers.ofString("content"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=1000000-", "bytes=1000000-2000000", "bytes=-0"})
  void rangeOutsideTheBlobCannotBeSatisfied(String range) {
    String hash = operator.putBlob(new byte[] {1, 2, 3});
    Answer answer =
        patiently(() -> operator.request("/api/blobs/" + hash).header("Range", range).GET());
    assertRefused(new Refusal(ProblemCode.RANGE_NOT_SATISFIABLE, "Range"), answer);
    assertEquals("bytes */3", answer.header("Content-Range").orElse(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=2-1", "bytes=a-b", "lines=1-2", "bytes=0-0,2-2"})
  void rangeThatMeansNothingIsIgnored(String range) {
    String hash = operator.putBlob(new byte[] {1, 2, 3});
    Answer answer =
        patiently(() -> operator.request("/api/blobs/" + hash).header("Range", range).GET());
    assertEquals(3, answer.expect(200).body().length);
  }

  @Test
  void writesWhileAMigrationHoldsTheGateNameItsRun() {
    String live = stage.startHeld();
    Refusal refusal = new Refusal(ProblemCode.MIGRATION_READ_ONLY, "");
    Answer put =
        within(
            () ->
                patiently(
                    () -> operator.request("/api/blobs").PUT(BodyPublishers.ofString("too late"))),
            503);
    assertRefused(refusal, put);
    assertEquals(live, put.json().path("run").asText());
    assertTrue(put.header("Retry-After").isPresent());
    assertRefused(
        refusal,
        patiently(() -> operator.request("/api/blobs/" + stage.blobs().get(2).hash()).DELETE()));
    operator.getBlob(stage.blobs().get(2).hash());
  }

  // ---- browsers and rates

  @ParameterizedTest
  @CsvSource({
    "Origin, http://elsewhere.example",
    "Origin, null",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Sec-Fetch-Site, same-origin",
  })
  void changeThatABrowserWasMadeToSendIsRefused(String header, String value) {
    assertRefused(
        new Refusal(ProblemCode.FOREIGN_ORIGIN, ""),
        patiently(
            () ->
                operator
                    .request("/api/blobs")
                    .header(header, value)
                    .PUT(BodyPublishers.ofString("from elsewhere"))));
  }

  @Test
  void changeThatOurOwnPageSendsPasses() {
    patiently(
            () ->
                operator
                    .request("/api/blobs")
                    .header("Origin", stage.server().url().toString())
                    .header("Sec-Fetch-Site", "same-origin")
                    .header("X-Cairn-Request", "1")
                    .PUT(BodyPublishers.ofString("from our own page")))
        .expect(200, 201);
  }

  @Test
  void userWhoSendsTooManyChangesMustWait() throws Exception {
    Answer refused = Poll.until(this::burst, answer -> answer.status() == 429, SECONDS);
    assertRefused(new Refusal(ProblemCode.TOO_MANY_REQUESTS, ""), refused);
    assertTrue(Integer.parseInt(refused.header("Retry-After").orElseThrow()) >= 1);
    Poll.until(
        () -> operator.post("/api/admin/runs/" + NO_RUN + "/pause").status(),
        status -> status == 404,
        SECONDS);
    stage.server().client(Role.VIEWER).get("/api/admin/jobs").expect(200);
  }

  private Answer burst() {
    Answer answer = operator.post("/api/admin/runs/" + NO_RUN + "/pause");
    for (int i = 0; i < 60 && answer.status() != 429; i++) {
      answer = operator.post("/api/admin/runs/" + NO_RUN + "/pause");
    }
    return answer;
  }

  // ---- sending

  private Answer postStart(String body) {
    return post(STARTS, body);
  }

  private Answer post(String path, String body) {
    return patiently(
        () ->
            operator
                .request(path)
                .header("Content-Type", JSON)
                .POST(BodyPublishers.ofString(body)));
  }

  private Answer startWithKey(String key, String body) {
    return patiently(
        () ->
            operator
                .request(STARTS)
                .header("Content-Type", JSON)
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body)));
  }

  private Answer get(String path) {
    return operator.get(path);
  }

  /** Sends again what came too soon after the others. */
  private Answer patiently(Supplier<HttpRequest.Builder> request) {
    try {
      return Poll.until(
          () -> operator.send(request.get()), answer -> answer.status() != 429, SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  private static Answer within(Supplier<Answer> question, int status) {
    try {
      return Poll.until(question, answer -> answer.status() == status, SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** A right start but for one parameter. */
  private String with(String name, String value) {
    Map<String, String> parameters = stage.parameters();
    parameters.put(name, value);
    return body(parameters);
  }

  private static String body(Map<String, String> parameters) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode values = body.putObject("parameters");
    parameters.forEach(values::put);
    return body.toString();
  }

  private void assertRefused(Refusal refusal, Answer answer) {
    refusal.assertAnswered(
        answer, stage.secretKey(), stage.server().users().of(Role.OPERATOR).password());
  }

  private void assertNothingLive() {
    assertEquals("", stage.liveRun());
  }
}
