package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A run that is paused and resumed two hundred times ends as if nobody had touched it. */
@TestInstance(Lifecycle.PER_CLASS)
class PauseResumeLoopIT {
  private static final int ROUNDS = 200;
  private static final int WARM_UP = 10;
  private static final int BLOBS = 80;
  private static final Duration REST = Duration.ofSeconds(30);

  /** Idle pools may keep some threads; two hundred rounds must not leave one each. */
  private static final int THREADS_OF_SLACK = 40;

  private final AtomicInteger allowed = new AtomicInteger();
  private List<String> inKeyOrder = List.of();
  private MigrationStage stage;
  private Console console;

  @BeforeAll
  void start(@TempDir Path directory) {
    stage = MigrationStage.open(directory, ServerOptions.defaults(), BLOBS);
    inKeyOrder = stage.blobs().stream().map(SampleBlob::hash).sorted().toList();
    console = stage.server().console();
    ModelNode statistics = new ModelNode();
    statistics.get("operation").set("write-attribute");
    statistics.get("address").add("subsystem", "datasources").add("data-source", "CairnDS");
    statistics.get("name").set("statistics-enabled");
    statistics.get("value").set(true);
    console.execute(statistics);
  }

  @AfterAll
  void end() {
    console.close();
    stage.close();
  }

  @Test
  void twoHundredPausesLoseNothingAndLeaveNothingBehind() throws Exception {
    stage.proxy().set(Fault.SILENT, this::tooFarAhead);
    String run = stage.start();
    int threads = 0;
    int uploads = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      stage.awaitStatus(run, "RUNNING");
      if (round % WARM_UP == 0) {
        letSomeMorePass(round, uploads);
      }
      stage.operator().pause(run).expect(202);
      RunView paused = stage.awaitStatus(run, "PAUSED");
      assertEquals("OPERATOR", paused.cause());
      if (round == WARM_UP) {
        threads = threads();
      }
      uploads = stage.uploads();
      stage.operator().resume(run).expect(202);
    }
    stage.release();
    RunView completed = stage.awaitStatus(run, "COMPLETED");
    assertCounted(completed);
    assertSegments(completed);
    assertEveryBlobIsThere();
    assertNothingLeaked(threads);
  }

  /** Uploads pass in key order, a few more every tenth round, so that the loop meets progress. */
  private boolean tooFarAhead(FaultProxy.Request request) {
    if (!MigrationStage.isUpload(request)) {
      return false;
    }
    String name = request.path().substring(request.path().lastIndexOf('/') + 1);
    return inKeyOrder.indexOf(name.replace(".blob", "")) >= allowed.get();
  }

  private void letSomeMorePass(int round, int before) throws TimeoutException {
    allowed.set(round * (BLOBS - 8) / ROUNDS);
    Poll.until(stage::uploads, now -> now > before, REST);
  }

  private void assertCounted(RunView run) {
    assertEquals(BLOBS, run.counter("scanned"));
    assertEquals(BLOBS, run.counter("copied") + run.counter("skipped"));
    assertEquals(0, run.counter("failed") + run.counter("sourceMissing") + run.counter("deleted"));
    long bytes = run.counter("bytesCopied") + run.counter("bytesSkipped");
    assertEquals(stage.blobs().stream().mapToLong(SampleBlob::size).sum(), bytes);
    assertEquals("", run.errorMessage(), "a completed run carries no complaint");
  }

  private void assertSegments(RunView run) {
    List<String> exits = new ArrayList<>();
    List<Long> executions = new ArrayList<>();
    for (JsonNode segment : run.json().path("segments")) {
      exits.add(segment.path("exitStatus").asText());
      executions.add(segment.path("executionId").asLong());
    }
    assertEquals(ROUNDS + 1, exits.size());
    assertEquals(
        ROUNDS, exits.stream().filter("Error: PAUSED OPERATOR by operator"::equals).count());
    assertEquals("COMPLETED", exits.get(ROUNDS));
    Console.Execution last =
        console.execution(MigrationStage.JOB, executions.get(executions.size() - 1));
    assertEquals("COMPLETED", last.batchStatus());
    assertEquals("COMPLETED", last.exitStatus());
    Console.Execution before =
        console.execution(MigrationStage.JOB, executions.get(executions.size() - 2));
    assertEquals("STOPPED", before.batchStatus());
    assertEquals("Error: PAUSED OPERATOR by operator", before.exitStatus());
  }

  private void assertEveryBlobIsThere() {
    CairnClient application = stage.server().client(Role.APPLICATION);
    for (SampleBlob blob : stage.blobs()) {
      byte[] read = application.getBlob(blob.hash());
      assertArrayEquals(bytes(blob), read);
    }
  }

  private static byte[] bytes(SampleBlob blob) {
    try (var content = blob.open()) {
      return content.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertNothingLeaked(int threadsBefore) throws TimeoutException {
    Poll.until(
        () -> console.read("subsystem=batch-jberet/thread-pool=batch", "active-count").asInt(),
        active -> active == 0,
        REST);
    Poll.until(
        () ->
            console
                .read("subsystem=datasources/data-source=CairnDS/statistics=pool", "InUseCount")
                .asInt(),
        inUse -> inUse == 0,
        REST);
    int threadsAfter = threads();
    assertTrue(
        threadsAfter <= threadsBefore + THREADS_OF_SLACK,
        () -> threadsBefore + " threads became " + threadsAfter);
  }

  private int threads() {
    return console.read("core-service=platform-mbean/type=threading", "thread-count").asInt();
  }
}
