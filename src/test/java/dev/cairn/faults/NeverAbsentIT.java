package dev.cairn.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.Answer;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy.Request;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A bucket that is gone, a denial, a foreign server, a root that is not mounted: none of them means
 * that blobs are not there. The run pauses, nothing is counted as missing or skipped, nothing is
 * cut over, and once the trouble is mended everything is completed.
 */
@TestInstance(Lifecycle.PER_CLASS)
class NeverAbsentIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String PAGE = "<!DOCTYPE html><html><body>It works!</body></html>";

  private final Corpus corpus = new Corpus(31, 100);
  private Places places;
  private CairnServer server;
  private Operations operations;
  private Iterator<Place.Bucket> buckets;
  private Iterator<Place.Local> locals;
  private Place.Bucket missing;

  @BeforeAll
  void start(@TempDir Path directory) {
    places = Places.in(directory);
    missing = places.missingBucket("missing");
    buckets =
        IntStream.range(0, 17).mapToObj(i -> places.bucket("bucket-" + i)).toList().iterator();
    locals = IntStream.range(0, 8).mapToObj(i -> places.local("local-" + i)).toList().iterator();
    server =
        CairnServer.start(
            Places.impatient(places.describedIn(ServerOptions.defaults().withHeap(384))));
    operations = Operations.of(server);
    corpus.blobs().forEach(hash -> operations.put(corpus, hash));
  }

  @AfterAll
  void end() {
    operations.close();
    server.close();
    places.close();
  }

  /** What a failed test leaves behind must not make the next one fail. */
  @AfterEach
  void healEverything() {
    places.healAll();
    operations.cancelLiveRun();
  }

  // ---- the target, before anything was planned

  @Test
  void bucketThatDoesNotExistPausesTheRunBeforeThePlan() {
    String id = pausesBeforeThePlan(missing, "CONFIGURATION");
    places.createBucket(missing);
    completes(id, missing);
  }

  @Test
  void targetThatRefusesTheSecretPausesTheRunBeforeThePlan() {
    Place.Bucket target = buckets.next();
    places.spoilSecret(target);
    String id = pausesBeforeThePlan(target, "ACCESS_DENIED");
    places.mendSecret(target);
    completes(id, target);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 404})
  void targetThatIsAnOrdinaryWebServerPausesTheRunBeforeThePlan(int status) {
    Place.Bucket target = buckets.next();
    target.proxy().set(page(status));
    String id = pausesBeforeThePlan(target, "CONFIGURATION");
    target.proxy().set(Fault.PASS);
    completes(id, target);
  }

  private String pausesBeforeThePlan(Place target, String cause) {
    String before = operations.active();
    RunView run = operations.untilPaused(operations.start(parameters(target)), PATIENCE);
    assertNothingTakenForAbsent(run, cause, before);
    assertEquals(0, run.counter("scanned"), run::toString);
    operations.assertGateOpen();
    return run.id();
  }

  // ---- the target, while it is written

  @Test
  void targetBucketThatIsDeletedPausesTheRun() {
    Place.Bucket target = buckets.next();
    RunView paused = pausesWhen(target, target, Trigger.PUT, target::takeAway, "CONFIGURATION");
    target.putBack();
    completes(paused.id(), target);
  }

  @Test
  void targetBucketThatIsMadeAnewIsNoTargetToGoOnWith() {
    Place.Bucket target = buckets.next();
    RunView paused = pausesWhen(target, target, Trigger.PUT, target::takeAway, "CONFIGURATION");
    assertTrue(paused.counter("scanned") > 0, paused::toString);
    places.createBucket(target);

    operations.tryResume(paused.id()).expect(202);
    RunView again = operations.untilPaused(paused.id(), PATIENCE);
    assertEquals("CONFIGURATION", again.cause(), again::toString);
    assertTrue(again.errorMessage().contains("any more"), again::toString);
    assertEquals(paused.counter("scanned"), again.counter("scanned"));

    target.putBack();
    completes(paused.id(), target);
  }

  @Test
  void targetThatDeniesAccessPausesTheRun() {
    Place.Bucket target = buckets.next();
    RunView paused =
        pausesWhen(
            target,
            target,
            Trigger.PUT,
            () -> target.proxy().set(Fault.answer(403)),
            "ACCESS_DENIED");
    target.proxy().set(Fault.PASS);
    completes(paused.id(), target);
  }

  @Test
  void targetRootThatIsNotMountedPausesTheRunAndIsNotTakenIntoUseWhenResumed() {
    Place.Bucket source = activeBucket();
    Place.Local target = locals.next();
    RunView paused = pausesWhen(source, target, Trigger.READ, target::takeAway, "UNAVAILABLE");

    assertFalse(operations.testStorage(target).path("roundtrip_passed").asBoolean(true));
    operations.tryResume(paused.id()).expect(202);
    RunView again = operations.untilPaused(paused.id(), PATIENCE);
    assertEquals("UNAVAILABLE", again.cause(), again::toString);
    assertEquals(paused.counter("scanned"), again.counter("scanned"));

    target.putBack();
    completes(paused.id(), target);
  }

  // ---- the source, while it is read

  @Test
  void sourceBucketThatIsDeletedPausesTheRun() {
    Place.Bucket source = activeBucket();
    Place.Local target = locals.next();
    RunView paused = pausesWhen(source, target, Trigger.READ, source::takeAway, "CONFIGURATION");
    assertReadsFail();
    source.putBack();
    completes(paused.id(), target);
  }

  @Test
  void sourceThatDeniesAccessPausesTheRun() {
    Place.Bucket source = activeBucket();
    sourcePausesBy(source, Fault.answer(403), "ACCESS_DENIED");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 404})
  void sourceThatIsAnOrdinaryWebServerPausesTheRun(int status) {
    sourcePausesBy(activeBucket(), page(status), "CONFIGURATION");
  }

  private void sourcePausesBy(Place.Bucket source, Fault fault, String cause) {
    Place.Local target = locals.next();
    RunView paused =
        pausesWhen(source, target, Trigger.READ, () -> source.proxy().set(fault), cause);
    assertReadsFail();
    source.proxy().set(Fault.PASS);
    completes(paused.id(), target);
  }

  @Test
  void sourceRootThatIsNotMountedPausesTheRun() {
    Place.Local source = activeRoot();
    Place.Bucket target = buckets.next();
    RunView paused = pausesWhen(target, target, Trigger.PUT, source::takeAway, "UNAVAILABLE");
    assertReadsFail();
    source.putBack();
    completes(paused.id(), target);
  }

  // ---- how it goes

  /** Holds a run up in its middle, does the harm, and lets it go on. */
  private RunView pausesWhen(
      Place.Bucket held, Place target, Predicate<Request> kind, Runnable harm, String cause) {
    String before = operations.active();
    Trigger trigger = Trigger.after(30, kind);
    held.proxy().set(Fault.SILENT, trigger);
    String id = operations.start(parameters(target));
    trigger.awaitHit();
    held.proxy().set(Fault.PASS);
    harm.run();
    RunView run = operations.untilPaused(id, PATIENCE);
    assertNothingTakenForAbsent(run, cause, before);
    operations.assertGateClosedBy(id);
    operations.assertEngineTellsWhy(run);
    return run;
  }

  private void assertNothingTakenForAbsent(RunView run, String cause, String active) {
    assertEquals(cause, run.cause(), run::toString);
    Operations.assertNothingLost(run);
    assertEquals(0, run.counter("skipped"), run::toString);
    operations.assertNoFindings(run.id());
    assertEquals(active, operations.active());
  }

  private void assertReadsFail() {
    for (String hash : corpus.blobs().subList(10, 13)) {
      Answer answer = operations.tryGet(hash);
      assertTrue(answer.status() >= 500, answer::toString);
    }
  }

  private void completes(String id, Place target) {
    RunView run = operations.resumeToTheEnd(id, PATIENCE);
    assertEquals(corpus.size(), run.counter("scanned"), run::toString);
    Operations.assertNothingLost(run);
    operations.assertNoFindings(id);
    assertEquals(target.name(), operations.active());
    Operations.assertCursorsMatchCounters(run, corpus.blobs(), target);
    operations.assertReadable(corpus);
  }

  private Place.Bucket activeBucket() {
    if (places.find(operations.active()) instanceof Place.Bucket bucket) {
      return bucket;
    }
    Place.Bucket target = buckets.next();
    operations.migrate(parameters(target), PATIENCE);
    return target;
  }

  private Place.Local activeRoot() {
    if (places.find(operations.active()) instanceof Place.Local root) {
      return root;
    }
    Place.Local target = locals.next();
    operations.migrate(parameters(target), PATIENCE);
    return target;
  }

  private static Fault page(int status) {
    return new Fault.Answer(status, Map.of("Content-Type", "text/html"), PAGE);
  }

  private static Map<String, String> parameters(Place target) {
    return Map.of(
        "target", target.name(), "ranges", "8", "threads", "2", "parallel", "4", "item-count", "5");
  }
}
