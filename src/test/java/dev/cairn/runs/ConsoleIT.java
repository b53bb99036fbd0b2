package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.ServerOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The management console's start, stop and restart, alone and together with the API's verbs. */
@TestInstance(Lifecycle.PER_CLASS)
class ConsoleIT {
  private static final Set<String> AT_WORK = Set.of("STARTING", "STARTED", "STOPPING");
  private static final Standing STOPPED =
      new Standing(
          "PAUSED ENGINE_STOP 8",
          "closed",
          "held",
          "STOPPED",
          "Error: PAUSED ENGINE_STOP",
          "readonly PAUSED ENGINE_STOP");
  private static final Standing PAUSED =
      new Standing(
          "PAUSED OPERATOR 8",
          "closed",
          "held",
          "STOPPED",
          "Error: PAUSED OPERATOR by operator",
          "readonly PAUSED OPERATOR");
  private static final Standing RUNNING =
      new Standing("RUNNING null", "closed", "held", "STARTED", "", "readonly RUNNING");
  private static final Standing COMPLETED =
      new Standing("COMPLETED 0", "open", "free", "COMPLETED", "COMPLETED", "writable");
  private static final Standing CANCELLED =
      new Standing(
          "CANCELLED CANCELLED 12",
          "open",
          "free",
          "ABANDONED",
          "Error: CANCELLED by operator",
          "writable");

  private MigrationStage stage;
  private Console console;

  @BeforeAll
  void start(@TempDir Path directory) {
    stage = MigrationStage.open(directory, ServerOptions.defaults(), 6);
    console = stage.server().console();
  }

  @AfterAll
  void end() {
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

  @Test
  void startWithPropertiesMakesARunThatBelongsToTheConsole() {
    stage.hold();
    String before = newestRun();
    long execution = console.startJob(MigrationStage.JOB, stage.parameters());
    String run = within(this::newestRun, newest -> !newest.equals(before));
    stage.awaitHeld(run);
    assertStands(RUNNING, run);
    stage.release();
    RunView completed = stage.awaitStatus(run, "COMPLETED");
    assertEquals("console", completed.json().path("startedBy").asText());
    assertEquals(execution, newestExecution(run));
    assertStands(COMPLETED, run);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          target                  |         | Error: INVALID_PARAMETER target: is required
          colour                  | red     | Error: INVALID_PARAMETER colour: is not a parameter
          threads                 | none    | Error: INVALID_PARAMETER threads: must be a whole number
          threads                 | 14      | Error: INVALID_PARAMETER threads: must be a whole number
          mode                    | online  | Error: NOT_IN_THIS_VERSION mode:
          poison-after            | 2       | Error: NOT_IN_THIS_VERSION poison-after:
          target                  | nowhere | Error: INVALID_PARAMETER target: there is no storage entry 'nowhere'
          run                     | 01J0000000000000000000000A | Error: INVALID_PARAMETER run:
          jberet.restart.position | copy    | Error: INVALID_PARAMETER jberet.restart.position:
          """)
  void startWithAWrongPropertyFailsWithItsNameAndMakesNoRun(
      String name, String value, String exitStatus) {
    String newest = newestRun();
    Map<String, String> properties = new HashMap<>(stage.parameters());
    if (value == null) {
      properties.remove(name);
    } else {
      properties.put(name, value);
    }
    assertFails(exitStatus, console.startJob(MigrationStage.JOB, properties));
    assertEquals(newest, newestRun());
  }

  @ParameterizedTest
  @CsvSource({"active", "twin"})
  void startToWhereTheBlobsAreFailsWithTheReason(String target) {
    String active = stage.target().equals("main") ? "archive" : "main";
    String name = target.equals("active") || active.equals("archive") ? active : target;
    Map<String, String> properties = new HashMap<>(stage.parameters());
    properties.put("target", name);
    assertFails(
        "Error: INVALID_PARAMETER target: '" + name + "' is the ",
        console.startJob(MigrationStage.JOB, properties));
  }

  @Test
  void startWhileAnotherRunIsLiveFailsNamingIt() {
    String run = stage.startHeld();
    assertFails(
        "Error: LOCK_HELD by run " + run, console.startJob(MigrationStage.JOB, stage.parameters()));
    assertEquals(run, newestRun());
    assertStands(RUNNING, run);
  }

  @Test
  void stopPausesTheRunAndRestartWithoutPropertiesCompletesIt() {
    String run = stage.startHeld();
    console.stopJob(newestExecution(run));
    stage.awaitStatus(run, "PAUSED");
    assertStands(STOPPED, run);
    long restarted = console.restartJob(newestExecution(run));
    stage.awaitHeld(run);
    assertEquals(restarted, newestExecution(run));
    assertStands(RUNNING, run);
    stage.release();
    RunView completed = stage.awaitStatus(run, "COMPLETED");
    assertEquals("", completed.errorMessage());
    assertStands(COMPLETED, run);
  }

  @Test
  void restartGoesOnWhereTheApiPaused() {
    String run = pausedByApi();
    assertStands(PAUSED, run);
    console.restartJob(newestExecution(run));
    stage.awaitHeld(run);
    assertStands(RUNNING, run);
    stage.release();
    stage.awaitStatus(run, "COMPLETED");
    assertStands(COMPLETED, run);
  }

  @Test
  void apiResumesWhatTheConsoleStopped() {
    String run = stage.startHeld();
    console.stopJob(newestExecution(run));
    stage.awaitStatus(run, "PAUSED");
    stage.operator().resume(run).expect(202);
    stage.awaitHeld(run);
    assertStands(RUNNING, run);
    stage.release();
    stage.awaitStatus(run, "COMPLETED");
    assertStands(COMPLETED, run);
  }

  @Test
  void restartOfACompletedRunIsRefusedAndChangesNothing() {
    String run = stage.complete();
    long execution = newestExecution(run);
    assertThrows(IllegalStateException.class, () -> console.restartJob(execution));
    assertStands(COMPLETED, run);
  }

  @Test
  void restartOfACancelledRunIsRefusedAndChangesNothing() {
    String run = stage.startHeld();
    stage.operator().cancel(run).expect(202);
    assertStands(CANCELLED, run);
    long execution = newestExecution(run);
    assertThrows(IllegalStateException.class, () -> console.restartJob(execution));
    assertStands(CANCELLED, run);
  }

  @Test
  void stopOfWhatIsStoppedAlreadyChangesNothing() {
    String run = pausedByApi();
    long execution = newestExecution(run);
    assertThrows(IllegalStateException.class, () -> console.stopJob(execution));
    assertStands(PAUSED, run);
  }

  @Test
  void suspendPausesTheRunAndItStaysPausedWhenTheServerResumes() {
    String run = stage.startHeld();
    console.suspend();
    console.resume();
    stage.awaitStatus(run, "PAUSED");
    assertStands(STOPPED, run);
    stage.release();
    stage.operator().resume(run).expect(202);
    stage.awaitStatus(run, "COMPLETED");
    assertStands(COMPLETED, run);
  }

  private String pausedByApi() {
    String run = stage.startHeld();
    stage.operator().pause(run).expect(202);
    stage.awaitStatus(run, "PAUSED");
    return run;
  }

  private String newestRun() {
    JsonNode page = stage.operator().get("/api/admin/runs?limit=1").expect(200).json();
    return page.at("/items/0/id").asText("");
  }

  private long newestExecution(String run) {
    JsonNode segments = stage.operator().run(run).json().path("segments");
    assertNotEquals(0, segments.size());
    return segments.get(segments.size() - 1).path("executionId").asLong();
  }

  /** Status and exit status are read one after the other: both are waited for. */
  private void assertFails(String exitStatus, long execution) {
    Console.Execution ended =
        within(
            () -> console.execution(MigrationStage.JOB, execution),
            e -> !AT_WORK.contains(e.batchStatus()) && exit(e).startsWith("Error"));
    assertEquals("FAILED", ended.batchStatus());
    assertTrue(exit(ended).startsWith(exitStatus), () -> exit(ended));
    assertTrue(exit(ended).length() <= 200, () -> exit(ended));
  }

  private static String exit(Console.Execution execution) {
    return Objects.requireNonNullElse(execution.exitStatus(), "");
  }

  private void assertStands(Standing expected, String run) {
    long execution = newestExecution(run);
    Standing seen;
    try {
      seen =
          Poll.until(
              () -> Standing.of(stage.operator(), console, run, execution),
              expected::equals,
              MigrationStage.PATIENCE);
    } catch (TimeoutException e) {
      seen = Standing.of(stage.operator(), console, run, execution);
    }
    assertEquals(expected, seen);
  }

  private static <T> T within(Supplier<T> question, Predicate<T> wanted) {
    try {
      return Poll.until(question, wanted, MigrationStage.PATIENCE);
    } catch (TimeoutException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }
}
