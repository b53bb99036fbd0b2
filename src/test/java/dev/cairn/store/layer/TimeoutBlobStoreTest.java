package dev.cairn.store.layer;

import static dev.cairn.testkit.FaultyBlobStore.cutAfter;
import static dev.cairn.testkit.FaultyBlobStore.first;
import static dev.cairn.testkit.FaultyBlobStore.hanging;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.Content;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import dev.cairn.testkit.FaultyBlobStore;
import dev.cairn.testkit.MemoryBlobStore;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hangs are real here, so the bounds are short. */
@Timeout(20)
class TimeoutBlobStoreTest {

  private static final ObjectKey KEY = new ObjectKey("a");
  private static final byte[] CONTENT = new byte[300_000];
  private static final Duration BOUND = Duration.ofMillis(150);
  private static final Timeouts SHORT = new Timeouts(BOUND, BOUND, BOUND, BOUND);

  private final ExecutorService io = Executors.newCachedThreadPool();
  private final CountDownLatch released = new CountDownLatch(1);
  private final MemoryBlobStore memory = new MemoryBlobStore("memory");
  private final FaultyBlobStore backend = new FaultyBlobStore(memory);
  private final StoreChain chain = new StoreChain(SHORT, io, TimeSource.SYSTEM, new Random(1));
  private final ChainedStore whole =
      chain.wire("main", backend, RetryPolicy.DEFAULT.withMaxAttempts(1));
  private final BlobStore store = whole.singleAttempt();

  @BeforeEach
  void storeAnObject() {
    memory.put(PutRequest.of(KEY, Content.of(CONTENT)));
  }

  @AfterEach
  void stopThreads() {
    released.countDown();
    io.shutdownNow();
  }

  private boolean isReleased() {
    return released.getCount() == 0;
  }

  private RetryableStoreException timeoutOf(Runnable operation) {
    RetryableStoreException e = assertThrows(RetryableStoreException.class, operation::run);
    assertEquals(FailureKind.TIMEOUT, e.kind());
    return e;
  }

  @Test
  void theCallerRegainsControlFromABackendThatIgnoresInterrupts() {
    for (StoreOperation operation : StoreOperation.values()) {
      backend.next(operation, hanging(this::isReleased));
    }
    List<Runnable> operations =
        List.of(
            store::initialize,
            () -> store.stat(KEY),
            () -> store.read(KEY, null, (info, body) -> body.readAllBytes()),
            () -> store.put(PutRequest.of(KEY, Content.of(CONTENT))),
            () -> store.delete(KEY),
            () -> store.list("", null, 10),
            store::sync);

    for (Runnable operation : operations) {
      RetryableStoreException e =
          assertTimeoutPreemptively(Duration.ofSeconds(5), () -> timeoutOf(operation));
      assertEquals("main", e.detail().backend());
      assertTrue(e.detail().summary().contains("150 ms"), e.detail()::summary);
    }

    assertEquals(operations.size(), chain.stuckThreads());
    released.countDown();
    await(() -> chain.stuckThreads() == 0);
  }

  @Test
  void aPolicyThatIsUsedUpBoundsTheAttemptToo() {
    StoreChain unbounded =
        new StoreChain(
            new Timeouts(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO),
            io,
            TimeSource.SYSTEM,
            new Random(1));
    RetryPolicy policy = new RetryPolicy(5, Duration.ZERO, Duration.ZERO, Duration.ofMillis(200));
    backend.next(StoreOperation.STAT, hanging(this::isReleased));

    RetryableStoreException e = timeoutOf(() -> unbounded.wire("main", backend, policy).stat(KEY));

    assertTrue(e.detail().exhausted());
    assertEquals(1, backend.calls(StoreOperation.STAT));
  }

  @Test
  void aBoundOfZeroIsOff() {
    Timeouts off = new Timeouts(Duration.ZERO, BOUND, BOUND, BOUND);
    BlobStore patient =
        new StoreChain(off, io, TimeSource.SYSTEM, new Random(1))
            .wire("main", backend, RetryPolicy.DEFAULT)
            .singleAttempt();
    backend.next(StoreOperation.STAT, first(() -> pause(BOUND.multipliedBy(3))));

    assertTrue(patient.stat(KEY).isPresent());
  }

  @Test
  void aBodyThatStallsIsCutOff() {
    backend.next(
        StoreOperation.READ, cutAfter(100_000, () -> FaultyBlobStore.hang(this::isReleased)));
    List<Object> seen = new CopyOnWriteArrayList<>();

    timeoutOf(
        () ->
            store.read(
                KEY,
                null,
                (info, body) -> {
                  try {
                    return body.readAllBytes();
                  } catch (RetryableStoreException e) {
                    seen.add(e.kind());
                    seen.add(assertThrows(RetryableStoreException.class, body::read).kind());
                    throw e;
                  }
                }));

    released.countDown();
    await(() -> seen.size() == 2);
    assertEquals(List.of(FailureKind.TIMEOUT, FailureKind.TIMEOUT), seen);
  }

  private byte[] readDripping(int size, int piece) {
    memory.put(PutRequest.of(KEY, Content.of(new byte[size])));
    backend.next(
        StoreOperation.READ,
        new FaultyBlobStore.Fault() {
          @Override
          public InputStream body(InputStream body) {
            return dripping(body, piece);
          }
        });
    return store.read(KEY, null, (info, body) -> body.readAllBytes());
  }

  @Test
  void aSlowBodyIsNotCutOff() {
    // readAllBytes asks for 8 KiB at first: two pauses for what counts as progress
    assertEquals(5 * Watch.ENOUGH + 1, readDripping(5 * Watch.ENOUGH + 1, Watch.ENOUGH).length);
    assertEquals(2, readDripping(2, 1).length);
  }

  @Test
  void aBodyThatDripsIsCutOffAlthoughEachByteIsInTime() {
    RetryableStoreException e = timeoutOf(() -> readDripping(1000, 1));

    assertTrue(e.detail().summary().contains("16 KiB"), e.detail().summary());
  }

  @Test
  void aStoreThatTakesAPutByTheByteIsCutOff() {
    BlobStore sipping =
        new ForwardingBlobStore(memory) {
          @Override
          public PutResult put(PutRequest request) {
            try (InputStream in = dripping(request.content().open(), 1)) {
              return super.put(request.withContent(Content.of(in.readAllBytes())));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    ChainedStore slow = chain.wire("main", sipping, RetryPolicy.DEFAULT.withMaxAttempts(1));

    timeoutOf(() -> slow.put(PutRequest.of(KEY, content(() -> new ByteArrayInputStream(CONTENT)))));
  }

  @Test
  void theHandlersOwnTimeDoesNotCount() {
    int size =
        store.read(
            KEY,
            null,
            (info, body) -> {
              pause(BOUND.multipliedBy(2));
              int first = body.readNBytes(1000).length;
              pause(BOUND.multipliedBy(2));
              return first + body.readAllBytes().length;
            });

    assertEquals(CONTENT.length, size);
  }

  @Test
  void theContentsOwnTimeDoesNotCount() {
    store.put(
        PutRequest.of(
            KEY,
            content(
                () -> {
                  pause(BOUND.multipliedBy(2));
                  return new ByteArrayInputStream(CONTENT);
                })));

    assertEquals(CONTENT.length, memory.stat(KEY).orElseThrow().size());
  }

  @Test
  void aLargePutThatMovesIsNotCutOff() {
    backend.next(StoreOperation.PUT, first(() -> {}));

    store.put(
        PutRequest.of(
            new ObjectKey("b"),
            content(() -> dripping(new ByteArrayInputStream(CONTENT, 0, 10), 1), 10)));

    assertEquals(10, memory.stat(new ObjectKey("b")).orElseThrow().size());
  }

  @Test
  void anAbandonedPutIsNotCompletedByLateBytes() {
    ObjectKey late = new ObjectKey("late");
    backend.next(StoreOperation.PUT, hanging(this::isReleased));

    timeoutOf(
        () -> store.put(PutRequest.of(late, content(() -> new ByteArrayInputStream(CONTENT)))));
    released.countDown();
    await(() -> chain.stuckThreads() == 0);

    assertEquals(Optional.empty(), memory.stat(late));
  }

  @Test
  void anInterruptedCallerLeavesAtOnceAndKeepsItsFlag() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    backend.next(
        StoreOperation.READ,
        first(
            () -> {
              inside.countDown();
              FaultyBlobStore.hang(this::isReleased);
            }));
    BlobStore patient =
        new StoreChain(Timeouts.DEFAULT, io, TimeSource.SYSTEM, new Random(1))
            .wire("main", backend, RetryPolicy.DEFAULT);
    List<Object> seen = new CopyOnWriteArrayList<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                patient.read(KEY, null, (info, body) -> body.readAllBytes());
              } catch (RetryableStoreException e) {
                seen.add(e.kind());
                seen.add(Thread.currentThread().isInterrupted());
              }
            });
    caller.start();
    inside.await();

    caller.interrupt();
    caller.join();

    assertEquals(List.of(FailureKind.CONNECTION, true), seen);
  }

  @Test
  void theThreadOfAnOperationIsReusedAndNotLeftInterrupted() {
    backend.next(StoreOperation.STAT, first(() -> Thread.currentThread().interrupt()));
    store.stat(KEY);
    assertTrue(Thread.interrupted());

    List<Boolean> flags = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 10; i++) {
      backend.next(
          StoreOperation.STAT, first(() -> flags.add(Thread.currentThread().isInterrupted())));
      store.stat(KEY);
    }

    assertFalse(flags.contains(true));
  }

  @Test
  void aPoolThatIsShutDownIsAFailureOfTheStore() {
    io.shutdownNow();

    assertEquals(
        FailureKind.CONNECTION,
        assertThrows(RetryableStoreException.class, () -> store.stat(KEY)).kind());
  }

  // ---- what the tests are written with

  private interface Opening {
    InputStream open();
  }

  private static Content.Reopenable content(Opening opening) {
    return content(opening, CONTENT.length);
  }

  private static Content.Reopenable content(Opening opening, long size) {
    return new Content.Reopenable() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public InputStream open() {
        return opening.open();
      }
    };
  }

  private static InputStream dripping(InputStream in, int piece) {
    return new FilterInputStream(in) {
      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        pause(length == 0 ? Duration.ZERO : BOUND.dividedBy(5));
        return super.read(buffer, offset, Math.min(length, piece));
      }
    };
  }

  private static void pause(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void await(BooleanSupplier condition) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < until, "waited too long");
      LockSupport.parkNanos(1_000_000);
    }
  }
}
