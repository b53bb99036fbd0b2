package dev.cairn.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Database;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy.Request;
import dev.cairn.testkit.PostgresServer;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.ServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server is killed or told to end in the middle of a migration: after it has come back the run
 * is paused, and once resumed it does what was left, and that alone.
 */
class CrashIT {
  private static final int BLOBS = 200;
  private static final int THREADS = 2;
  private static final int PARALLEL = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A pause before each piece of a body, of which a put has several. */
  private static final Fault SLOW = new Fault.Drip(16 * 1024, Duration.ofMillis(12));

  @TempDir Path directory;

  private final Corpus corpus = new Corpus(21, BLOBS);
  private Places places;
  private Place.Bucket target;

  @BeforeEach
  void prepare() {
    places = Places.in(directory);
    target = places.bucket("bucket");
  }

  @AfterEach
  void end() {
    places.close();
  }

  @Test
  void runKilledTwiceAndThenEndedInGoodOrderIsCompletedWithExactCountersOnH2() {
    try (CairnServer server = start(Database.ownFile())) {
      String id = begin(server);
      killInTheMiddle(server, id, 20);
      comesBackPaused(server, id, Set.of("SERVER_RESTART"));
      resume(server, id);
      killInTheMiddle(server, id, 40);
      comesBackPaused(server, id, Set.of("SERVER_RESTART"));
      resume(server, id);
      endInTheMiddle(server, id, 60);
      RunView paused = comesBackPaused(server, id, Set.of("ENGINE_STOP", "SERVER_RESTART"));
      completesWithoutWalkingAgain(server, paused, 3);
    }
  }

  @Test
  void runKilledTwiceIsCompletedWithExactCountersOnPostgresql() throws IOException {
    try (PostgresServer postgres = PostgresServer.start();
        CairnServer server = start(postgres.newDatabase())) {
      String id = begin(server);
      killInTheMiddle(server, id, 25);
      comesBackPaused(server, id, Set.of("SERVER_RESTART"));
      resume(server, id);
      killInTheMiddle(server, id, 50);
      RunView paused = comesBackPaused(server, id, Set.of("SERVER_RESTART"));
      completesWithoutWalkingAgain(server, paused, 2);
    }
  }

  private CairnServer start(Database database) {
    return CairnServer.start(
        places.describedIn(ServerOptions.defaults().withHeap(384).withDatabase(database)));
  }

  private String begin(CairnServer server) {
    try (Operations operations = Operations.of(server)) {
      corpus.blobs().forEach(hash -> operations.put(corpus, hash));
      target.proxy().set(SLOW);
      return operations.start(
          Map.of(
              "target", target.name(),
              "ranges", "16",
              "threads", Integer.toString(THREADS),
              "parallel", Integer.toString(PARALLEL),
              "item-count", "5"));
    }
  }

  private void resume(CairnServer server, String id) {
    try (Operations operations = Operations.of(server)) {
      operations.tryResume(id).expect(202);
    }
  }

  private void killInTheMiddle(CairnServer server, String id, int percent) {
    awaitProgress(server, id, BLOBS * percent / 100);
    server.kill9();
    server.restart();
  }

  private void endInTheMiddle(CairnServer server, String id, int percent) {
    awaitProgress(server, id, BLOBS * percent / 100);
    server.terminate();
    server.restart();
  }

  private void awaitProgress(CairnServer server, String id, int scanned) {
    try (Operations operations = Operations.of(server)) {
      RunView run =
          operations.watch(id, r -> r.counter("scanned") >= scanned || r.atRest(), PATIENCE);
      assertEquals("RUNNING", run.status(), run::toString);
      assertTrue(run.counter("scanned") < BLOBS * 80 / 100, run::toString);
    }
  }

  private RunView comesBackPaused(CairnServer server, String id, Set<String> causes) {
    try (Operations operations = Operations.of(server)) {
      RunView run = operations.run(id);
      assertEquals("PAUSED", run.status(), run::toString);
      assertTrue(causes.contains(run.cause()), run::toString);
      assertEquals(BLOBS, run.total());
      assertTrue(run.counter("scanned") >= BLOBS * 20 / 100, run::toString);
      Operations.assertNothingLost(run);
      Operations.assertCursorsMatchCounters(run, corpus.blobs(), target);
      operations.assertEngineStopped(run);
      operations.assertGateClosedBy(id);
      operations.assertHeaderSays(id, "PAUSED", run.cause(), true);
      operations.assertReadable(corpus, corpus.blobs().get(5));
      return run;
    }
  }

  private void completesWithoutWalkingAgain(CairnServer server, RunView paused, int ends) {
    Map<Request, Integer> before = target.proxy().counts();
    target.proxy().resetCounts();
    target.proxy().set(Fault.PASS);
    try (Operations operations = Operations.of(server)) {
      RunView run = operations.resumeToTheEnd(paused.id(), PATIENCE);
      Map<Request, Integer> after = target.proxy().counts();
      assertFinishedRangesUntouched(paused, after);
      assertStoredOnce(List.of(before, after), ends);
      assertEquals(BLOBS, run.counter("scanned"), run::toString);
      assertEquals(BLOBS, run.counter("copied") + run.counter("skipped"), run::toString);
      assertEquals("", run.errorMessage());
      Operations.assertNothingLost(run);
      Operations.assertCursorsMatchCounters(run, corpus.blobs(), target);
      assertEquals(target.name(), operations.active());
      operations.assertReadable(corpus);
      operations.assertHeaderSaysWritable();
    }
  }

  private void assertFinishedRangesUntouched(RunView paused, Map<Request, Integer> requests) {
    int finished = 0;
    for (JsonNode range : paused.json().path("ranges")) {
      if (range.path("finished").asBoolean()) {
        finished++;
        for (String hash : corpus.blobs()) {
          boolean touched =
              requests.entrySet().stream()
                  .filter(e -> e.getKey().path().contains(hash))
                  .anyMatch(e -> !isWitness(e, hash, range));
          assertFalse(Operations.lies(range, hash) && touched, () -> hash + " in " + range);
        }
      }
    }
    assertTrue(finished > 0, paused::toString);
  }

  /** A resume asks once whether the blob at a cursor is still there. */
  private static boolean isWitness(Map.Entry<Request, Integer> asked, String hash, JsonNode range) {
    return asked.getKey().method().equals("HEAD")
        && asked.getValue() == 1
        && range.path("cursor").asText().equals(hash);
  }

  private void assertStoredOnce(List<Map<Request, Integer>> all, int ends) {
    long repeated =
        corpus.blobs().stream()
            .filter(
                hash ->
                    all.stream()
                            .flatMap(counts -> counts.entrySet().stream())
                            .filter(e -> Trigger.PUT.test(e.getKey()))
                            .filter(e -> e.getKey().path().contains(hash))
                            .mapToInt(Map.Entry::getValue)
                            .sum()
                        > 1)
            .count();
    assertTrue(repeated <= (long) THREADS * PARALLEL * ends, () -> repeated + " were put again");
  }
}
