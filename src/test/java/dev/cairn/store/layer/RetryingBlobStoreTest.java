package dev.cairn.store.layer;

import static dev.cairn.testkit.FaultyBlobStore.cutAfter;
import static dev.cairn.testkit.FaultyBlobStore.failing;
import static dev.cairn.testkit.FaultyBlobStore.first;
import static dev.cairn.testkit.FaultyBlobStore.losingAnswer;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.store.BlobHash;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.Content;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.ObjectMetadata;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import dev.cairn.testkit.FaultyBlobStore;
import dev.cairn.testkit.ManualClock;
import dev.cairn.testkit.MemoryBlobStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryingBlobStoreTest {

  private static final ObjectKey KEY = new ObjectKey("a");
  private static final byte[] CONTENT = {1, 2, 3};

  private final ExecutorService io = Executors.newCachedThreadPool();
  private final ManualClock clock = new ManualClock();
  private final List<Duration> waits = new ArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final MemoryBlobStore memory = new MemoryBlobStore("memory");
  private final FaultyBlobStore backend = new FaultyBlobStore(memory);
  private final ChainedStore store = chain(RetryPolicy.DEFAULT, this::pass);

  private ChainedStore chain(RetryPolicy policy, GuardedCalls.Waiting waiting) {
    return new StoreChain(
            Timeouts.DEFAULT,
            io,
            new GuardedCalls.Surroundings(clock, new Random(1), waiting, warnings::add))
        .wire("main", backend, policy);
  }

  private long pass(Duration wait) {
    waits.add(wait);
    clock.advance(wait);
    return 0;
  }

  @AfterEach
  void stopThreads() {
    io.shutdownNow();
  }

  // ---- how often and how long

  @Test
  void anOperationIsRepeatedUntilItSucceeds() {
    backend.next(4, StoreOperation.STAT, failing(() -> failure(FailureKind.UNAVAILABLE)));

    assertEquals(Optional.empty(), store.stat(KEY));

    assertEquals(5, backend.calls(StoreOperation.STAT));
    assertEquals(4, waits.size());
    assertEquals(4, warnings.size());
  }

  @Test
  void afterTheLastAttemptTheFailureIsStampedAsExhausted() {
    backend.next(9, StoreOperation.STAT, failing(() -> failure(FailureKind.UNAVAILABLE)));

    RetryableStoreException e = assertThrows(RetryableStoreException.class, () -> store.stat(KEY));

    assertTrue(e.detail().exhausted());
    assertEquals(FailureKind.UNAVAILABLE, e.kind());
    assertEquals(5, backend.calls(StoreOperation.STAT));
  }

  @Test
  void everyFailedAttemptIsOneLineThatSaysAllThereIsToKnow() {
    backend.next(9, StoreOperation.STAT, failing(() -> failure(FailureKind.UNAVAILABLE)));

    assertThrows(
        RetryableStoreException.class,
        () -> chain(RetryPolicy.DEFAULT.withMaxAttempts(2), this::pass).stat(KEY));

    assertEquals(
        List.of(
            "main stat a: UNAVAILABLE 503 SlowDown: scripted; attempt 1 of 2, the next in "
                + waits.get(0).toMillis()
                + " ms",
            "main stat a: UNAVAILABLE 503 SlowDown: scripted (given up after 2 attempts);"
                + " attempt 2 of 2, no further one"),
        warnings);
  }

  @Test
  void anAttemptThatIsTheOnlyOneIsNotRepeated() {
    backend.next(StoreOperation.STAT, failing(() -> failure(FailureKind.UNAVAILABLE)));

    RetryableStoreException e =
        assertThrows(
            RetryableStoreException.class,
            () -> chain(RetryPolicy.DEFAULT.withMaxAttempts(1), this::pass).stat(KEY));

    assertTrue(e.detail().exhausted());
    assertEquals(1, backend.calls(StoreOperation.STAT));
  }

  @Test
  void timeInWhichNothingMovedUsesThePolicyUp() {
    backend.next(
        9,
        StoreOperation.STAT,
        first(
            () -> {
              clock.advance(Duration.ofSeconds(9));
              throw failure(FailureKind.CONNECTION);
            }));

    assertThrows(RetryableStoreException.class, () -> store.stat(KEY));

    assertTrue(clock.elapsed().compareTo(Duration.ofSeconds(37)) < 0, clock.elapsed()::toString);
    assertEquals(4, backend.calls(StoreOperation.STAT), "9 s each, the fourth passes 30 s");
  }

  @Test
  void timeInWhichBytesMovedDoesNotCount() {
    memory.put(PutRequest.of(KEY, Content.of(new byte[100])));
    backend.next(
        3,
        StoreOperation.READ,
        cutAfter(
            99,
            () -> {
              throw failure(FailureKind.CONNECTION);
            }));

    int size =
        store.read(
            KEY,
            null,
            (info, body) -> {
              int count = 0;
              while (body.read() >= 0) {
                count++;
                clock.advance(Duration.ofSeconds(6)); // ten minutes in all
              }
              return count;
            });

    assertEquals(100, size);
    assertEquals(4, backend.calls(StoreOperation.READ));
  }

  @Test
  void whatTheServerAskedForIsWaitedFor() {
    Instant notBefore = clock.now().plusSeconds(20);
    backend.next(StoreOperation.STAT, failing(() -> throttled(notBefore)));

    store.stat(KEY);

    assertEquals(List.of(Duration.ofSeconds(20)), waits);
  }

  @Test
  void aWishBeyondTheBudgetEndsTheSequenceAtOnceAndIsKept() {
    Instant notBefore = clock.now().plus(Duration.ofDays(1));
    backend.next(StoreOperation.STAT, failing(() -> throttled(notBefore)));

    RetryableStoreException e = assertThrows(RetryableStoreException.class, () -> store.stat(KEY));

    assertTrue(e.detail().exhausted());
    assertEquals(notBefore, e.detail().notBefore());
    assertEquals(1, backend.calls(StoreOperation.STAT));
    assertEquals(List.of(), waits);
  }

  // ---- what is not repeated

  @Test
  void aPermanentFailurePassesUnchanged() {
    PermanentStoreException denied =
        new PermanentStoreException(detail(FailureKind.ACCESS_DENIED), null);
    backend.next(StoreOperation.DELETE, failing(() -> denied));

    assertSame(denied, assertThrows(PermanentStoreException.class, () -> store.delete(KEY)));
    assertEquals(List.of(), warnings);
  }

  @Test
  void anExhaustedFailurePassesUnchanged() {
    RetryableStoreException exhausted =
        new RetryableStoreException(detail(FailureKind.UNAVAILABLE).asExhausted(5), null);
    backend.next(StoreOperation.PUT, failing(() -> exhausted));

    assertSame(
        exhausted,
        assertThrows(
            RetryableStoreException.class,
            () -> store.put(PutRequest.of(KEY, Content.of(CONTENT)))));
    assertEquals(1, backend.calls(StoreOperation.PUT));
  }

  @Test
  void theHandlersOwnTroubleIsNotRepeated() {
    memory.put(PutRequest.of(KEY, Content.of(CONTENT)));

    assertThrows(
        UncheckedIOException.class,
        () ->
            store.read(
                KEY,
                null,
                (info, body) -> {
                  throw new IOException("own");
                }));

    assertEquals(1, backend.calls(StoreOperation.READ));
  }

  @Test
  void contentThatCanBeOpenedOnceIsRefusedBeforeAnythingIsSent() {
    Content once = new Content.OneShot(3, new ByteArrayInputStream(CONTENT));

    PermanentStoreException e =
        assertThrows(PermanentStoreException.class, () -> store.put(PutRequest.of(KEY, once)));

    assertEquals(FailureKind.UNSUPPORTED, e.kind());
    assertEquals(0, backend.calls(StoreOperation.PUT));
  }

  @Test
  void anInterruptedThreadMakesNoFurtherAttempt() {
    backend.next(
        StoreOperation.STAT,
        first(
            () -> {
              Thread.currentThread().interrupt();
              throw failure(FailureKind.UNAVAILABLE);
            }));

    RetryableStoreException e = assertThrows(RetryableStoreException.class, () -> store.stat(KEY));

    assertTrue(Thread.interrupted(), "the flag is kept");
    assertFalse(e.detail().exhausted());
    assertEquals(1, backend.calls(StoreOperation.STAT));
  }

  @Test
  void aWaitEndsAtOnceWhenItIsInterrupted() throws Exception {
    backend.next(9, StoreOperation.STAT, failing(() -> failure(FailureKind.UNAVAILABLE)));
    CountDownLatch waiting = new CountDownLatch(1);
    ChainedStore slow =
        chain(
            RetryPolicy.DEFAULT,
            wait -> {
              waiting.countDown();
              return 600_000;
            });
    List<Object> seen = new CopyOnWriteArrayList<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                slow.stat(KEY);
              } catch (RetryableStoreException e) {
                seen.add(e.kind());
                seen.add(Thread.currentThread().isInterrupted());
              }
            });
    caller.start();
    waiting.await();

    caller.interrupt();
    caller.join();

    assertEquals(List.of(FailureKind.CONNECTION, true), seen);
  }

  @Test
  void anInterruptThatComesWithTheResultLosesNeither() {
    backend.next(StoreOperation.STAT, first(() -> Thread.currentThread().interrupt()));

    assertEquals(Optional.empty(), store.stat(KEY));
    assertTrue(Thread.interrupted());
  }

  // ---- lost answers

  @Test
  void aConditionalPutWhoseAnswerWasLostHasSucceeded() {
    backend.next(StoreOperation.PUT, losingAnswer(() -> failure(FailureKind.CONNECTION)));
    PutRequest request = ifAbsent(Optional.empty());

    Optional<String> version = store.put(request).version();

    assertEquals(memory.stat(KEY).orElseThrow().version(), version);
    assertEquals(2, backend.calls(StoreOperation.PUT));
  }

  @Test
  void aConditionalPutThatFindsOtherContentIsRefused() {
    for (byte[] other : List.of(new byte[] {9, 9, 9}, new byte[] {1})) {
      memory.put(PutRequest.of(KEY, Content.of(other)));
      backend.next(StoreOperation.PUT, failing(() -> failure(FailureKind.CONNECTION)));

      PermanentStoreException e =
          assertThrows(
              PermanentStoreException.class, () -> store.put(ifAbsent(Optional.of(hash(CONTENT)))));

      assertEquals(FailureKind.PRECONDITION_FAILED, e.kind());
      assertArrayEquals(other, memory.read(KEY, null, (info, body) -> body.readAllBytes()));
    }
  }

  @Test
  void aConditionalPutThatIsRefusedOnItsFirstAttemptIsRefused() {
    memory.put(PutRequest.of(KEY, Content.of(CONTENT)));

    assertThrows(PermanentStoreException.class, () -> store.put(ifAbsent(Optional.empty())));
  }

  // ---- whole transfers

  @Test
  void aWholeTransferIsRepeatedUnderThePolicy() {
    memory.put(PutRequest.of(KEY, Content.of(CONTENT)));
    ObjectKey copy = new ObjectKey("copy");
    backend.next(StoreOperation.READ, failing(() -> failure(FailureKind.CONNECTION)));
    backend.next(2, StoreOperation.PUT, failing(() -> failure(FailureKind.UNAVAILABLE)));

    store.guarded(
        StoreOperation.PUT,
        copy,
        () ->
            store
                .singleAttempt()
                .read(
                    KEY,
                    null,
                    (info, body) ->
                        store
                            .singleAttempt()
                            .put(PutRequest.of(copy, new Content.OneShot(info.size(), body)))));

    assertArrayEquals(CONTENT, memory.read(copy, null, (info, body) -> body.readAllBytes()));
    assertEquals(4, backend.calls(StoreOperation.READ));
    assertEquals(3, warnings.size());
  }

  @Test
  void aFailureThatAnInnerStoreGaveUpOnIsNotRepeatedOutside() {
    memory.put(PutRequest.of(KEY, Content.of(CONTENT)));
    backend.next(9, StoreOperation.PUT, failing(() -> failure(FailureKind.UNAVAILABLE)));

    RetryableStoreException e =
        assertThrows(
            RetryableStoreException.class,
            () ->
                store.read(
                    KEY,
                    null,
                    (info, body) ->
                        store.put(
                            PutRequest.of(new ObjectKey("b"), Content.of(body.readAllBytes())))));

    assertTrue(e.detail().exhausted());
    assertEquals(1, backend.calls(StoreOperation.READ));
    assertEquals(5, backend.calls(StoreOperation.PUT), "never five times five");
  }

  // ---- what the tests are written with

  private static PutRequest ifAbsent(Optional<BlobHash> sha256) {
    return new PutRequest(
        KEY, Content.of(CONTENT), new PutCondition.IfAbsent(), ObjectMetadata.NONE, sha256);
  }

  private static BlobHash hash(byte[] content) {
    return BlobHash.of(BlobHash.newDigest().digest(content));
  }

  private static FailureDetail detail(FailureKind kind) {
    return FailureDetail.of(kind, StoreOperation.STAT, "main", KEY, "scripted")
        .withAnswer(503, "SlowDown", null);
  }

  private static RetryableStoreException failure(FailureKind kind) {
    return new RetryableStoreException(detail(kind), null);
  }

  private static RetryableStoreException throttled(Instant notBefore) {
    return new RetryableStoreException(
        detail(FailureKind.THROTTLED).withNotBefore(notBefore), null);
  }
}
