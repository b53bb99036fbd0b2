package dev.cairn.faults;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.testkit.Answer;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.ContainerServer;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What an operator, an application and somebody at the management console see of a server while a
 * migration goes on, with the rules that hold at every moment. Used by one thread.
 */
final class Operations implements AutoCloseable {
  static final String JOB = "backend-migration";
  private static final List<String> OUTCOMES =
      List.of("copied", "skipped", "failed", "sourceMissing", "deleted");
  private static final Duration SOON = Duration.ofSeconds(10);

  private final CairnClient operator;
  private final CairnClient application;
  private final Console console;

  private Operations(CairnClient operator, CairnClient application, Console console) {
    this.operator = operator;
    this.application = application;
    this.console = console;
  }

  static Operations of(ContainerServer server) {
    return new Operations(
        server.client(Role.OPERATOR), server.client(Role.APPLICATION), server.console());
  }

  static Operations of(CairnServer server) {
    return new Operations(
        server.client(Role.OPERATOR), server.client(Role.APPLICATION), server.console());
  }

  String active() {
    return operator.get("/api/admin/storage").expect(200).json().path("active").asText();
  }

  String start(Map<String, String> parameters) {
    return operator.startRun(JOB, parameters);
  }

  /** Cancels the run that has not come to its end, if there is one. */
  void cancelLiveRun() {
    JsonNode newest = operator.get("/api/admin/runs?limit=1").expect(200).json().path("items");
    for (JsonNode run : newest) {
      if (!new RunView(run).ended()) {
        operator.cancel(run.path("id").asText()).expect(202);
      }
    }
  }

  RunView migrate(Map<String, String> parameters, Duration within) {
    RunView run = watch(start(parameters), RunView::atRest, within);
    assertEquals("COMPLETED", run.status(), run::toString);
    return run;
  }

  JsonNode testStorage(Place place) {
    return operator.testStorage(place.name());
  }

  void assertNoFindings(String run) {
    JsonNode items = operator.findings(run).path("items");
    assertTrue(items.isArray() && items.isEmpty(), items::toString);
  }

  RunView run(String id) {
    return operator.run(id);
  }

  /**
   * Watches a run until it is as wanted. At every look the counters must add up, agree with the
   * ranges, and not be lower than before.
   */
  RunView watch(String id, Predicate<RunView> wanted, Duration within) {
    Watcher watcher = new Watcher(operator.run(id));
    return operator.awaitRun(id, run -> wanted.test(watcher.checked(run)), within);
  }

  RunView untilPaused(String id, Duration within) {
    RunView run = watch(id, RunView::atRest, within);
    assertEquals("PAUSED", run.status(), run::toString);
    return run;
  }

  RunView resumeToTheEnd(String id, Duration within) {
    operator.resume(id).expect(202);
    RunView run = watch(id, RunView::atRest, within);
    assertEquals("COMPLETED", run.status(), run::toString);
    return run;
  }

  /** Checks what can be checked at any moment, against what was seen before. */
  private static final class Watcher {
    private RunView before;

    Watcher(RunView first) {
      this.before = first;
    }

    RunView checked(RunView now) {
      long sum = OUTCOMES.stream().mapToLong(now::counter).sum();
      assertEquals(sum, now.counter("scanned"), now::toString);
      long inRanges = 0;
      for (JsonNode range : now.json().path("ranges")) {
        inRanges += range.path("scanned").asLong();
      }
      assertEquals(inRanges, now.counter("scanned"), now::toString);
      for (String outcome : OUTCOMES) {
        assertTrue(
            now.counter(outcome) >= before.counter(outcome),
            () -> outcome + " was " + before.counter(outcome) + ", then " + now);
      }
      before = now;
      return now;
    }
  }

  /**
   * The cursor of each range stands where its count says, and everything up to it is at the target
   * (unless it is failed, missing or deleted).
   */
  static void assertCursorsMatchCounters(RunView run, List<String> registered, Place target) {
    for (JsonNode range : run.json().path("ranges")) {
      List<String> done = registered.stream().filter(hash -> recorded(range, hash)).toList();
      assertEquals(range.path("scanned").asInt(), done.size(), range::toString);
      done.forEach(hash -> assertTrue(target.holds(hash), () -> hash + " is not at " + target));
    }
  }

  /** Tells whether a range has recorded an outcome for a blob. */
  static boolean recorded(JsonNode range, String hash) {
    return lies(range, hash)
        && (range.path("finished").asBoolean()
            || hash.compareTo(range.path("cursor").asText("")) <= 0);
  }

  /** Tells whether a blob lies in a range. */
  static boolean lies(JsonNode range, String hash) {
    String low = range.path("low").asText("");
    String high = range.path("high").asText("");
    return (absent(low) || hash.compareTo(low) >= 0) && (absent(high) || hash.compareTo(high) < 0);
  }

  private static boolean absent(String bound) {
    return bound.isEmpty() || bound.equals("null");
  }

  static void assertNothingLost(RunView run) {
    for (String outcome : List.of("failed", "sourceMissing", "deleted")) {
      assertEquals(0, run.counter(outcome), run::toString);
    }
  }

  /** The engine shows the pause as a stop with the reason as exit status. */
  void assertEngineStopped(RunView run) {
    JsonNode segments = run.json().path("segments");
    long execution = segments.path(segments.size() - 1).path("executionId").asLong();
    Console.Execution seen =
        soon(() -> console.execution(JOB, execution), e -> e.batchStatus().equals("STOPPED"));
    String exitStatus = String.valueOf(seen.exitStatus());
    assertTrue(exitStatus.startsWith("Error: PAUSED " + run.cause()), exitStatus);
    assertTrue(exitStatus.length() <= 200, exitStatus);
  }

  /** As {@link #assertEngineStopped}; the exit status tells what happened as well. */
  void assertEngineTellsWhy(RunView run) {
    assertEngineStopped(run);
    JsonNode segments = run.json().path("segments");
    JsonNode last = segments.path(segments.size() - 1);
    String shown =
        String.valueOf(console.execution(JOB, last.path("executionId").asLong()).exitStatus());
    String whole = "Error: PAUSED " + run.cause() + " " + run.errorMessage();
    assertTrue(whole.startsWith(shown), () -> shown + " is not the beginning of " + whole);
    assertEquals(shown, last.path("exitStatus").asText());
  }

  /** Every answer says in its header how the run stands. */
  void assertHeaderSays(String run, String status, String cause, boolean readonly) {
    JsonNode header =
        soon(
            () -> application.get("/api/blobs/" + "0".repeat(64)).serverStatus(),
            h -> h.path("cause").asText().equals(cause));
    assertEquals(run, header.path("run").asText(), header::toString);
    assertEquals(JOB, header.path("holder").asText(), header::toString);
    assertEquals(status, header.path("status").asText(), header::toString);
    assertEquals(readonly, header.path("readonly").asBoolean(), header::toString);
  }

  void assertHeaderSaysWritable() {
    soon(
        () -> application.get("/api/blobs/" + "0".repeat(64)).serverStatus(),
        h -> h.has("readonly") && !h.path("readonly").asBoolean() && !h.has("run"));
  }

  void assertGateClosedBy(String run) {
    JsonNode gate = operator.get("/api/admin/storage").expect(200).json().path("gate");
    assertTrue(gate.path("closed").asBoolean(), gate::toString);
    assertEquals(run, gate.path("holder").asText());
    Answer refused = tryPut("refused".getBytes(StandardCharsets.US_ASCII));
    assertEquals(503, refused.status(), refused::toString);
    assertEquals("MIGRATION_READ_ONLY", refused.problemCode());
    assertEquals(run, refused.json().path("run").asText());
    assertTrue(refused.header("Retry-After").isPresent());
  }

  void assertGateOpen() {
    JsonNode gate = operator.get("/api/admin/storage").expect(200).json().path("gate");
    assertFalse(gate.path("closed").asBoolean(), gate::toString);
  }

  Answer tryPut(byte[] content) {
    return application.send(
        application.request("/api/blobs").PUT(BodyPublishers.ofByteArray(content)));
  }

  Answer tryGet(String hash) {
    return application.get("/api/blobs/" + hash);
  }

  /** Asks for a run to go on; returns whatever the server answers. */
  Answer tryResume(String run) {
    return operator.resume(run);
  }

  void assertReadable(Corpus corpus) {
    corpus.blobs().forEach(blob -> assertReadable(corpus, blob));
  }

  void assertReadable(Corpus corpus, String hash) {
    assertArrayEquals(corpus.content(hash), application.getBlob(hash), hash);
  }

  void put(Corpus corpus, String hash) {
    assertEquals(hash, application.putBlob(corpus.content(hash)));
  }

  @Override
  public void close() {
    console.close();
  }

  private static <T> T soon(Supplier<T> question, Predicate<T> wanted) {
    try {
      return Poll.until(question, wanted, SOON);
    } catch (TimeoutException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }
}
