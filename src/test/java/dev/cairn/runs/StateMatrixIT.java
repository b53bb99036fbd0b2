package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.cairn.testkit.Answer;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.Database;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.PostgresServer;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every verb in every state, and how the run stands afterwards on every surface: at once, and after
 * the server was killed and started again. The database is PostgreSQL, where tables can be locked
 * from outside: that is what holds a run in STARTING and PAUSING.
 */
@TestInstance(Lifecycle.PER_CLASS)
class StateMatrixIT {
  private static final int BLOBS = 10;

  /** state | verb | HTTP status | run, cause, exit code | gate | lock | engine | exit status */
  private static final String TABLE =
      """
      STARTING  | pause  | 202 | PAUSED OPERATOR 8      | open   | held | STOPPED   | Error: PAUSED OPERATOR by operator
      STARTING  | resume | 200 | RUNNING null           | closed | held | STARTED   |
      STARTING  | cancel | 202 | CANCELLED CANCELLED 12 | open   | free | ABANDONED | Error: CANCELLED by operator
      RUNNING   | pause  | 202 | PAUSED OPERATOR 8      | closed | held | STOPPED   | Error: PAUSED OPERATOR by operator
      RUNNING   | resume | 200 | RUNNING null           | closed | held | STARTED   |
      RUNNING   | cancel | 202 | CANCELLED CANCELLED 12 | open   | free | ABANDONED | Error: CANCELLED by operator
      PAUSING   | pause  | 200 | PAUSED OPERATOR 8      | closed | held | STOPPED   | Error: PAUSED OPERATOR by operator
      PAUSING   | resume | 409 | PAUSED OPERATOR 8      | closed | held | STOPPED   | Error: PAUSED OPERATOR by operator
      PAUSING   | cancel | 202 | CANCELLED CANCELLED 12 | open   | free | ABANDONED | Error: CANCELLED by operator
      PAUSED    | pause  | 200 | PAUSED OPERATOR 8      | closed | held | STOPPED   | Error: PAUSED OPERATOR by operator
      PAUSED    | resume | 202 | RUNNING null           | closed | held | STARTED   |
      PAUSED    | cancel | 202 | CANCELLED CANCELLED 12 | open   | free | ABANDONED | Error: PAUSED OPERATOR by operator
      CANCELLED | pause  | 409 | CANCELLED CANCELLED 12 | open   | free | ABANDONED | Error: CANCELLED by operator
      CANCELLED | resume | 409 | CANCELLED CANCELLED 12 | open   | free | ABANDONED | Error: CANCELLED by operator
      CANCELLED | cancel | 200 | CANCELLED CANCELLED 12 | open   | free | ABANDONED | Error: CANCELLED by operator
      FAILED    | pause  | 409 | FAILED RECONCILE 12    | open   | free | FAILED    | Error: FAILED RECONCILE 1 blobs failed
      FAILED    | resume | 409 | FAILED RECONCILE 12    | open   | free | FAILED    | Error: FAILED RECONCILE 1 blobs failed
      FAILED    | cancel | 409 | FAILED RECONCILE 12    | open   | free | FAILED    | Error: FAILED RECONCILE 1 blobs failed
      COMPLETED | pause  | 409 | COMPLETED 0            | open   | free | COMPLETED | COMPLETED
      COMPLETED | resume | 409 | COMPLETED 0            | open   | free | COMPLETED | COMPLETED
      COMPLETED | cancel | 409 | COMPLETED 0            | open   | free | COMPLETED | COMPLETED
      """;

  /** How a run stands whose server died under it. */
  private static final Standing DIED =
      new Standing(
          "PAUSED SERVER_RESTART 8",
          "closed",
          "held",
          "STOPPED",
          "Error: PAUSED SERVER_RESTART",
          "readonly PAUSED SERVER_RESTART");

  private enum State {
    STARTING,
    RUNNING,
    PAUSING,
    PAUSED,
    CANCELLED,
    FAILED,
    COMPLETED
  }

  /** A line of the table. */
  private record Row(State state, String verb, int http, Standing after) {
    static Row of(String line) {
      String[] cell = Stream.of(line.split("\\|", -1)).map(String::strip).toArray(String[]::new);
      return new Row(
          State.valueOf(cell[0]),
          cell[1],
          Integer.parseInt(cell[2]),
          new Standing(cell[3], cell[4], cell[5], cell[6], cell[7], header(cell)));
    }

    /** The header names live runs only. */
    private static String header(String[] cell) {
      String writes = cell[4].equals("closed") ? "readonly" : "writable";
      String run = cell[3].replaceAll(" (null|[0-9]+)$", "");
      return cell[5].equals("held") ? writes + " " + run : writes;
    }

    boolean live() {
      return after.lock().equals("held");
    }

    /** What the table says, once the server has died and come back. */
    Standing afterDeath() {
      return after.run().startsWith("RUNNING") ? DIED : after;
    }

    @Override
    public String toString() {
      return state + ", then " + verb + ": " + http + ", " + after.run();
    }
  }

  /** A run with the row that brought it where it is. */
  private record Played(Row row, String run) {}

  private final Map<State, String> ended = new EnumMap<>(State.class);
  private final List<Played> terminal = new ArrayList<>();
  private PostgresServer postgres;
  private DataSource database;
  private MigrationStage stage;
  private @Nullable HeldTables held;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    postgres = PostgresServer.start();
    Database own = postgres.newDatabase();
    database = postgres.dataSource(own);
    stage = MigrationStage.open(directory, ServerOptions.defaults().withDatabase(own), BLOBS);
  }

  @AfterAll
  void end() throws SQLException {
    letGo();
    stage.close();
    postgres.close();
  }

  @TestFactory
  Stream<DynamicTest> everyVerbInEveryState() {
    Stream<DynamicTest> rows =
        TABLE
            .lines()
            .map(Row::of)
            .map(row -> DynamicTest.dynamicTest(row.toString(), () -> play(row)));
    return Stream.concat(
        rows,
        Stream.of(
            DynamicTest.dynamicTest(
                "what is over stays as it was when the server comes back", this::outlive)));
  }

  @Test
  void runThatTheEngineNeverBeganFailsWhenTheServerComesBack() throws Exception {
    String run = starting();
    stage.server().kill9();
    letGo();
    stage.server().restart();
    assertStands(
        new Standing(
            "FAILED NEVER_STARTED 12",
            "open",
            "free",
            "STOPPED",
            "Error: FAILED NEVER_STARTED",
            "writable"),
        run);
  }

  private void play(Row row) throws Exception {
    try {
      String run = reach(row.state);
      Answer answer = stage.operator().post("/api/admin/runs/" + run + "/" + row.verb);
      assertEquals(row.http, answer.status(), answer::toString);
      assertEquals(row.http == 409 ? "WRONG_STATE" : "", answer.problemCode());
      if (row.state != State.CANCELLED && row.after.run().startsWith("CANCELLED")) {
        assertCancelledAtOnce(run);
      }
      letGo();
      assertStands(row.after, run);
      if (row.live()) {
        dieAndComeBack();
        assertStands(row.afterDeath(), run);
      } else {
        terminal.add(new Played(row, run));
      }
    } finally {
      letGo();
      stage.cancelLive();
    }
  }

  /** Whatever its threads do: they are still held here. */
  private void assertCancelledAtOnce(String run) {
    assertEquals("CANCELLED", stage.operator().run(run).status());
    assertEquals(
        "false",
        stage.operator().get("/api/admin/storage").json().at("/gate/closed").asText(),
        "a cancelled run holds no gate");
  }

  private void outlive() throws Exception {
    dieAndComeBack();
    for (Played played : terminal) {
      assertStands(played.row.after, played.run);
    }
  }

  private void dieAndComeBack() {
    stage.server().kill9();
    stage.server().restart();
  }

  private void assertStands(Standing expected, String run) throws SQLException {
    try (Console console = stage.server().console()) {
      long execution = newestExecution(run);
      Standing seen;
      try {
        seen =
            Poll.until(
                () -> stands(console, run, execution, expected),
                expected::equals,
                MigrationStage.PATIENCE);
      } catch (TimeoutException e) {
        seen = stands(console, run, execution, expected);
      }
      assertEquals(expected, seen);
    }
  }

  private Standing stands(Console console, String run, long execution, Standing expected) {
    return Standing.of(stage.operator(), console, run, execution).cutTo(expected.exit());
  }

  /** Also of a run that was never bound to it: its parameters name the run. */
  private long newestExecution(String run) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query =
            connection.prepareStatement(
                "select max(jobexecutionid) from job_execution where jobparameters like ?")) {
      query.setString(1, "%" + run + "%");
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  // ---- how each state is reached

  private String reach(State state) throws Exception {
    return switch (state) {
      case STARTING -> starting();
      case RUNNING -> stage.startHeld();
      case PAUSING -> pausing();
      case PAUSED -> paused();
      case CANCELLED, FAILED, COMPLETED -> over(state);
    };
  }

  private String over(State state) throws Exception {
    String known = ended.get(state);
    if (known != null) {
      return known;
    }
    String run =
        switch (state) {
          case CANCELLED -> cancelled();
          case FAILED -> failed();
          default -> stage.complete();
        };
    ended.put(state, run);
    return run;
  }

  private String starting() throws SQLException {
    stage.hold();
    held = HeldTables.hold(database);
    String run = stage.start();
    assertEquals("STARTING", stage.operator().run(run).status());
    return run;
  }

  private String pausing() throws SQLException {
    String run = stage.startHeld();
    held = HeldTables.hold(database);
    stage.operator().pause(run).expect(202);
    assertEquals("PAUSING", stage.operator().run(run).status());
    return run;
  }

  private String paused() {
    String run = stage.startHeld();
    stage.operator().pause(run).expect(202);
    stage.awaitStatus(run, "PAUSED");
    return run;
  }

  private String cancelled() {
    String run = stage.startHeld();
    stage.operator().cancel(run).expect(202);
    return run;
  }

  /** One blob's bytes rot at the source while the run goes. */
  private String failed() throws Exception {
    stage.release();
    SampleBlob blob = stage.blobs().get(stage.blobs().size() - 1);
    Path file = stage.file(blob);
    byte[] good = Files.readAllBytes(file);
    byte[] bad = good.clone();
    bad[0] ^= 1;
    Files.write(file, bad);
    String run = stage.start();
    RunView over = stage.await(run, RunView::ended);
    Files.write(file, good);
    assertEquals(1, over.counter("failed"), over::toString);
    assertEquals(BLOBS - 1, over.counter("copied") + over.counter("skipped"), over::toString);
    assertNotNull(over.json().get("finishedAt"));
    return run;
  }

  private void letGo() throws SQLException {
    if (held != null) {
      held.close();
      held = null;
    }
  }
}
