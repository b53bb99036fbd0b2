package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cairn.testkit.Answer;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.ServerOptions;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Requests that come at the same moment, and what a cancel does while blobs are under way. */
@TestInstance(Lifecycle.PER_CLASS)
class SupervisorIT {
  private static final Duration SECONDS = Duration.ofSeconds(20);
  private static final String JOB_RUNS = "/api/admin/jobs/" + MigrationStage.JOB + "/runs";

  private final ExecutorService callers = Executors.newCachedThreadPool();
  private MigrationStage stage;
  private Console console;
  private int keys;

  @BeforeAll
  void start(@TempDir Path directory) {
    stage = MigrationStage.open(directory, ServerOptions.defaults(), 12);
    console = stage.server().console();
  }

  @AfterAll
  void end() {
    callers.shutdownNow();
    console.close();
    stage.close();
  }

  @BeforeEach
  void somethingToCopy() {
    stage.putAnother();
  }

  @AfterEach
  void nothingLive() {
    stage.cancelLive();
  }

  @RepeatedTest(5)
  void startsWithTheSameKeyAtTheSameMomentGiveOneRun() throws Exception {
    stage.hold();
    String key = "key " + ++keys;
    List<Answer> answers = atOnce(4, () -> startWithKey(key));
    answers.forEach(answer -> answer.expect(200, 202));
    assertEquals(1, answers.stream().map(a -> a.json().path("id").asText()).distinct().count());
    assertEquals(1, answers.stream().filter(a -> a.status() == 202).count());
  }

  @RepeatedTest(3)
  void resumesAtTheSameMomentResumeOnce() throws Exception {
    String run = stage.startHeld();
    stage.operator().pause(run).expect(202);
    stage.awaitStatus(run, "PAUSED");
    List<Answer> answers = atOnce(4, () -> stage.operator().resume(run));
    answers.forEach(answer -> answer.expect(200, 202));
    assertEquals(1, answers.stream().filter(a -> a.status() == 202).count());
    stage.awaitHeld(run);
    assertEquals(2, executions(run).size());
  }

  @RepeatedTest(3)
  void restartsThroughTheConsoleAtTheSameMomentRunOnceAndTheWinnerStaysTheNewest()
      throws Exception {
    String run = stage.startHeld();
    stage.operator().pause(run).expect(202);
    stage.awaitStatus(run, "PAUSED");
    long stopped = last(executions(run));
    atOnce(3, () -> restartOrRefusal(stopped));
    stage.awaitHeld(run);
    List<Long> after = executions(run);
    assertEquals(2, after.size(), "one more segment");
    stage.operator().pause(run).expect(202);
    stage.awaitStatus(run, "PAUSED");
    long restarted = Poll.until(() -> restartOrRefusal(last(after)), id -> id > 0, SECONDS);
    stage.awaitHeld(run);
    assertEquals(restarted, last(executions(run)));
    stage.release();
    stage.awaitStatus(run, "COMPLETED");
  }

  @Test
  void cancelTakesEffectAtOnceAndFencesTheWorkers() throws Exception {
    int before = stage.requestsForBytes();
    String run = stage.startHeld();
    Poll.until(stage::requestsForBytes, now -> now > before, SECONDS);
    stage.operator().cancel(run).expect(202);
    JsonNode cancelled = stage.operator().run(run).json();
    assertEquals("CANCELLED", cancelled.path("status").asText());
    JsonNode gate = stage.operator().get("/api/admin/storage").json().path("gate");
    assertFalse(gate.path("closed").asBoolean(true));
    stage.putAnother();
    long execution = last(executions(run));
    Poll.until(
        () -> console.execution(MigrationStage.JOB, execution).batchStatus(),
        "ABANDONED"::equals,
        SECONDS);
    JsonNode later = stage.operator().run(run).json();
    for (String part : List.of("status", "counters", "ranges", "progress", "finishedAt")) {
      assertEquals(cancelled.path(part), later.path(part), part);
    }
    assertEquals(
        "Error: CANCELLED by operator",
        console.execution(MigrationStage.JOB, execution).exitStatus());
  }

  @Test
  void serverThatEndsInOrderPausesTheRunFirst() {
    String run = stage.startHeld();
    console.close();
    stage.server().terminate();
    stage.server().restart();
    console = stage.server().console();
    RunView paused = stage.operator().run(run);
    assertEquals("PAUSED", paused.status());
    assertEquals("ENGINE_STOP", paused.cause());
    Console.Execution shown = console.execution(MigrationStage.JOB, last(executions(run)));
    assertEquals("STOPPED", shown.batchStatus());
    assertEquals("Error: PAUSED ENGINE_STOP", shown.exitStatus());
    stage.release();
    stage.operator().resume(run).expect(202);
    stage.awaitStatus(run, "COMPLETED");
  }

  private Answer startWithKey(String key) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode parameters = body.putObject("parameters");
    stage.parameters().forEach(parameters::put);
    return stage
        .operator()
        .send(
            stage
                .operator()
                .request(JOB_RUNS)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body.toString())));
  }

  /** Id of the new execution, or -1 when the engine refuses to restart that one. */
  private long restartOrRefusal(long execution) {
    try {
      return console.restartJob(execution);
    } catch (IllegalStateException refused) {
      return -1;
    }
  }

  private List<Long> executions(String run) {
    JsonNode segments = stage.operator().run(run).json().path("segments");
    return StreamSupport.stream(segments.spliterator(), false)
        .map(segment -> segment.path("executionId").asLong())
        .toList();
  }

  private static long last(List<Long> ids) {
    return ids.get(ids.size() - 1);
  }

  private <T> List<T> atOnce(int times, Callable<T> call) throws Exception {
    CyclicBarrier together = new CyclicBarrier(times);
    List<Future<T>> futures = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      futures.add(
          callers.submit(
              () -> {
                together.await();
                return call.call();
              }));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(future.get());
    }
    return results;
  }
}
