package dev.cairn.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.Answer;
import dev.cairn.testkit.ContainerServer;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A store is gone in the middle of a migration, in every way and at every operation: the run pauses
 * in time and says why, and goes on where it stood when the store is back.
 */
@ExtendWith(ArquillianExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class OutageIT {
  private static final String CONTAINER = "faults";
  private static final int THREADS = 2;
  private static final int PARALLEL = 4;
  private static final Duration BOUND = Duration.ofMillis(Places.OUTAGE_BOUND_MILLIS);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static Path directory;

  @ArquillianResource ContainerController controller;

  private final Corpus corpus = new Corpus(11, 120);
  private Places places;
  private ContainerServer server;
  private Operations operations;
  private Iterator<Place.Bucket> buckets;
  private Iterator<Place.Local> locals;

  @BeforeAll
  void prepare() {
    places = Places.in(directory);
    buckets =
        IntStream.range(0, 16).mapToObj(i -> places.bucket("bucket-" + i)).toList().iterator();
    locals = IntStream.range(0, 5).mapToObj(i -> places.local("local-" + i)).toList().iterator();
    server =
        ContainerServer.prepare(
            Places.impatient(places.describedIn(ServerOptions.defaults().withHeap(384))));
    operations = Operations.of(server);
  }

  /** Here, because the container can be told only while a test is about to run. */
  @BeforeEach
  void startServer() {
    if (!controller.isStarted(CONTAINER)) {
      controller.start(CONTAINER, server.configuration());
      corpus.blobs().forEach(hash -> operations.put(corpus, hash));
    }
  }

  /** What a failed test leaves behind must not make the next one fail. */
  @AfterEach
  void healEverything() {
    places.healAll();
    if (controller.isStarted(CONTAINER)) {
      operations.cancelLiveRun();
    }
  }

  @AfterAll
  void stopServer() {
    operations.close();
    places.close();
  }

  @ParameterizedTest(name = "{0} while the target is opened")
  @CsvSource({"REFUSED", "SILENCE", "RESET_OF_ANSWER", "UNAVAILABLE"})
  void outageBeforeThePlanPausesTheRunWithTheGateOpen(Outage outage) {
    Place.Bucket target = buckets.next();
    Paused paused = pauseBy(outage, target, Trigger.after(0, Trigger.ANY), target);

    operations.assertGateOpen();
    operations.assertHeaderSays(paused.run().id(), "PAUSED", outage.cause(), false);
    assertEquals(0, paused.run().counter("scanned"));
    operations.put(corpus, corpus.add());
    operations.assertReadable(corpus, corpus.blobs().get(7));

    completes(paused, target);
  }

  @ParameterizedTest(name = "{0} while the target stores a blob")
  @CsvSource({"REFUSED", "SILENCE", "RESET_OF_REQUEST", "UNAVAILABLE"})
  void outageOfTheTargetsPutPausesTheRunAtItsCursor(Outage outage) {
    pausesAtItsCursorAndCompletes(outage, Trigger.after(40, Trigger.PUT));
  }

  @ParameterizedTest(name = "{0} while the target is listed")
  @CsvSource({"REFUSED", "SILENCE", "RESET_OF_ANSWER", "UNAVAILABLE"})
  void outageOfTheTargetsListingPausesTheRunAtItsCursor(Outage outage) {
    pausesAtItsCursorAndCompletes(outage, Trigger.after(4, Trigger.LIST));
  }

  private void pausesAtItsCursorAndCompletes(Outage outage, Trigger trigger) {
    Place.Bucket target = buckets.next();
    Paused paused = pauseBy(outage, target, trigger, target);
    assertPausedWithTheGateClosed(paused, target);
    operations.assertReadable(corpus, corpus.blobs().get(3));
    completes(paused, target);
  }

  @ParameterizedTest(name = "{0} while a blob of the source is read")
  @CsvSource({"REFUSED", "SILENCE", "RESET_OF_ANSWER", "UNAVAILABLE"})
  void outageOfTheSourcesReadPausesTheRunAtItsCursor(Outage outage) {
    Place.Bucket source = activeBucket();
    Place.Local target = locals.next();
    Paused paused = pauseBy(outage, source, Trigger.after(40, Trigger.READ), target);
    assertPausedWithTheGateClosed(paused, target);
    if (outage == Outage.UNAVAILABLE || outage == Outage.REFUSED) {
      Answer read = operations.tryGet(corpus.blobs().get(3));
      assertEquals(503, read.status(), read::toString);
      assertEquals("STORAGE_UNAVAILABLE", read.problemCode());
    }
    completes(paused, target);
  }

  /** The last, because the container starts anew for it. */
  @Test
  @Order(Integer.MAX_VALUE)
  void silencePausesTheRunWithin45SecondsUnlessConfiguredOtherwise() {
    controller.stop(CONTAINER);
    try (Places patient = Places.in(directory.resolve("patient"))) {
      Place.Bucket target = patient.bucket("bucket");
      ContainerServer other =
          ContainerServer.prepare(patient.describedIn(ServerOptions.defaults().withHeap(384)));
      controller.start(CONTAINER, other.configuration());
      try (Operations there = Operations.of(other)) {
        Corpus few = new Corpus(12, 60);
        few.blobs().forEach(hash -> there.put(few, hash));
        Trigger trigger = Trigger.after(20, Trigger.PUT);
        Outage.SILENCE.arm(target.proxy(), trigger);
        String id = there.start(parameters(target));
        trigger.awaitHit();
        RunView run = there.untilPaused(id, Duration.ofSeconds(60));
        Duration known = trigger.since();
        assertTrue(known.compareTo(Duration.ofSeconds(45)) <= 0, known::toString);
        assertEquals("TIMEOUT", run.cause(), run::toString);
        there.assertEngineTellsWhy(run);
        target.proxy().set(Fault.PASS);
        there.resumeToTheEnd(id, PATIENCE);
        there.assertReadable(few);
      }
      controller.stop(CONTAINER);
    }
  }

  /** A run as it is after an outage, and where that happened. */
  private record Paused(RunView run, Outage outage, Place.Bucket place) {}

  private Paused pauseBy(Outage outage, Place.Bucket place, Trigger trigger, Place target) {
    outage.arm(place.proxy(), trigger);
    String id = operations.start(parameters(target));
    trigger.awaitHit();
    outage.begin(place.proxy());
    RunView run = operations.untilPaused(id, PATIENCE);
    Duration known = trigger.since();

    assertTrue(known.compareTo(BOUND) <= 0, () -> "paused " + known + " after the first failure");
    assertEquals(outage.cause(), run.cause(), run::toString);
    assertTrue(run.errorMessage().startsWith(place.name() + " "), run::errorMessage);
    assertTrue(run.errorMessage().contains(outage.cause()), run::errorMessage);
    operations.assertEngineTellsWhy(run);
    return new Paused(run, outage, place);
  }

  private void assertPausedWithTheGateClosed(Paused paused, Place target) {
    RunView run = paused.run();
    operations.assertGateClosedBy(run.id());
    operations.assertHeaderSays(run.id(), "PAUSED", paused.outage().cause(), true);
    assertEquals(corpus.size(), run.total());
    assertTrue(run.counter("scanned") < corpus.size(), run::toString);
    assertTrue(run.counter("copied") > 0, run::toString);
    Operations.assertNothingLost(run);
    Operations.assertCursorsMatchCounters(run, corpus.blobs(), target);
  }

  private void completes(Paused paused, Place target) {
    paused.place().proxy().set(Fault.PASS);
    RunView run = operations.resumeToTheEnd(paused.run().id(), PATIENCE);
    assertTrue(run.counter("copied") >= paused.run().counter("copied"));
    assertMigrated(run, target);
  }

  private void assertMigrated(RunView run, Place target) {
    assertEquals("", run.errorMessage());
    assertEquals("", run.cause());
    assertEquals(corpus.size(), run.counter("scanned"), run::toString);
    assertEquals(corpus.size(), run.total(), run::toString);
    Operations.assertNothingLost(run);
    Operations.assertCursorsMatchCounters(run, corpus.blobs(), target);
    assertEquals(target.name(), operations.active());
    if (target instanceof Place.Bucket bucket) {
      assertStoredOnce(bucket);
    }
    corpus.blobs().forEach(hash -> assertTrue(target.holds(hash), hash));
    operations.assertReadable(corpus);
    operations.assertGateOpen();
    operations.assertHeaderSaysWritable();
  }

  private void assertStoredOnce(Place.Bucket target) {
    List<Integer> puts =
        target.proxy().counts().entrySet().stream()
            .filter(e -> Trigger.PUT.test(e.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    assertEquals(corpus.size(), puts.size());
    long repeated = puts.stream().filter(count -> count > 1).count();
    assertTrue(repeated <= THREADS * PARALLEL, () -> repeated + " blobs were put again");
  }

  /** The bucket that is active, after a migration to one if need be. */
  private Place.Bucket activeBucket() {
    if (places.find(operations.active()) instanceof Place.Bucket bucket) {
      return bucket;
    }
    Place.Bucket target = buckets.next();
    String id = operations.start(parameters(target));
    assertEquals("COMPLETED", operations.watch(id, RunView::atRest, PATIENCE).status());
    return target;
  }

  private static Map<String, String> parameters(Place target) {
    return Map.of(
        "target", target.name(),
        "ranges", "8",
        "threads", Integer.toString(THREADS),
        "parallel", Integer.toString(PARALLEL),
        "item-count", "5");
  }
}
