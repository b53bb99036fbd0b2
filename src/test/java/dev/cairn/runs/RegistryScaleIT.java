package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.Database;
import dev.cairn.testkit.PostgresServer;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.ServerOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.logging.Logger;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A registry of a million rows costs the server no more memory than a tenth of it. The rows are
 * made up and have no bytes behind them, so that a run plans all of them and then stops at its
 * limit for missing blobs. Times are printed, not judged.
 */
class RegistryScaleIT {
  private static final Logger LOG = Logger.getLogger(RegistryScaleIT.class.getName());
  private static final int FEW = 100_000;
  private static final int MANY = 1_000_000;
  private static final int HEAP_MIB = 256;
  private static final long MIB = 1024 * 1024;
  private static final long SLACK = 16 * MIB;
  private static final int LOOKS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Set<String> AHEAD = Set.of("open", "plan");

  @Test
  void tenTimesTheRowsTakeNoMoreMemory(@TempDir Path directory) throws Exception {
    try (PostgresServer postgres = PostgresServer.start()) {
      Database database = postgres.newDatabase();
      try (CairnServer server = CairnServer.start(options(directory, database));
          Connection rows = postgres.dataSource(database).getConnection();
          Console console = server.console()) {
        server.client(Role.APPLICATION).putBlob(new SampleBlob(3, 1, 1000));
        register(rows, 1, FEW);
        planAndCancel(server, FEW + 1);
        planAndCancel(server, FEW + 1);
        long few = liveSet(console);

        register(rows, FEW + 1, MANY);
        planAndCancel(server, MANY + 1);
        long many = liveSet(console);

        LOG.info(
            "live set: %d MiB at %d rows, %d MiB at %d"
                .formatted(few / MIB, FEW, many / MIB, MANY));
        assertTrue(many <= few + SLACK, () -> few + " bytes grew to " + many);
      }
    }
  }

  private static ServerOptions options(Path directory, Database database) {
    return ServerOptions.defaults()
        .withHeap(HEAP_MIB)
        .withDatabase(database)
        .with("cairn.storage.entries", "main,archive")
        .with("cairn.storage.main.type", "local")
        .with("cairn.storage.main.root", directory.resolve("main").toString())
        .with("cairn.storage.archive.type", "local")
        .with("cairn.storage.archive.root", directory.resolve("archive").toString());
  }

  private static void register(Connection database, int from, int to) throws SQLException {
    try (PreparedStatement insert =
        database.prepareStatement(
            "insert into blob (hash, size, seq, changed_seq, created_at)"
                + " select sha256(convert_to(n::text, 'UTF8')), 4096, s, s, now()"
                + " from (select n, nextval('blob_number') as s from generate_series(?, ?) n) r")) {
      insert.setInt(1, from);
      insert.setInt(2, to);
      assertEquals(to - from + 1, insert.executeUpdate());
    }
    try (var analyze = database.createStatement()) {
      analyze.execute("analyze blob");
    }
  }

  private static void planAndCancel(CairnServer server, int rows) {
    var operator = server.client(Role.OPERATOR);
    long began = System.nanoTime();
    String id = operator.startRun(MigrationStage.JOB, Map.of("target", "archive"));
    RunView planned = operator.awaitRun(id, RegistryScaleIT::isPlanned, PATIENCE);
    long planning = System.nanoTime() - began;
    assertEquals(rows, planned.total(), planned::toString);

    began = System.nanoTime();
    for (int look = 0; look < LOOKS; look++) {
      operator.run(id);
    }
    long looking = (System.nanoTime() - began) / LOOKS;
    LOG.info(
        "%d rows: planned within %d ms of the start, run answered in %d ms"
            .formatted(rows, planning / 1_000_000, looking / 1_000_000));
    operator.awaitRun(id, RunView::atRest, PATIENCE);
    if (!operator.run(id).ended()) {
      operator.cancel(id).expect(202);
    }
  }

  private static boolean isPlanned(RunView run) {
    return run.atRest() || !AHEAD.contains(run.json().path("phase").asText("open"));
  }

  /** Bytes in use after a collection. */
  private static long liveSet(Console console) {
    ModelNode collect = new ModelNode();
    collect.get("operation").set("gc");
    collect.get("address").add("core-service", "platform-mbean").add("type", "memory");
    console.execute(collect);
    return console
        .read("core-service=platform-mbean/type=memory", "heap-memory-usage")
        .get("used")
        .asLong();
  }
}
