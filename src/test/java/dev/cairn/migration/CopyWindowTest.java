package dev.cairn.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.catalog.BlobRow;
import dev.cairn.outcome.StopSignal;
import dev.cairn.store.BlobHash;
import dev.cairn.store.Content;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import dev.cairn.testkit.FaultyBlobStore;
import dev.cairn.testkit.Layers;
import dev.cairn.testkit.MemoryBlobStore;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CopyWindowTest {
  private final MemoryBlobStore source = new MemoryBlobStore("main");
  private final FaultyBlobStore faulty = new FaultyBlobStore(source);
  private final StopSignal signal = new StopSignal();
  private final ExecutorService executor = Executors.newFixedThreadPool(4);
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void shutDown() {
    released.countDown();
    executor.shutdownNow();
  }

  private CopyWindow window(int parallel) {
    Copier copier =
        new Copier(
            Layers.atOnce("main", faulty),
            Layers.atOnce("archive", new MemoryBlobStore("archive")),
            MigrationSettings.Verify.FULL,
            new TransferBudget(1024 * 1024));
    return new CopyWindow(copier, executor, signal, parallel);
  }

  private RangeWalk.Item item(int number) {
    byte[] bytes = {(byte) number};
    BlobHash hash = BlobHash.of(BlobHash.newDigest().digest(bytes));
    source.put(PutRequest.of(hash, Content.of(bytes)));
    return new RangeWalk.Item(
        0, new BlobRow(hash, 1, number, number, Optional.empty()), Optional.empty(), false);
  }

  private void hangOnce() {
    faulty.next(StoreOperation.READ, FaultyBlobStore.hanging(() -> released.getCount() == 0));
  }

  @Test
  void everyHandleGetsItsOutcome() throws Exception {
    CopyWindow window = window(2);
    for (int i = 0; i < 20; i++) {
      assertEquals(CopyOutcome.copied(1), window.await(window.submit(item(i))));
    }
    assertNull(window.failure());
  }

  @Test
  void aFailureIsSeenByWhoeverWaits() throws Exception {
    CopyWindow window = window(2);
    hangOnce();
    CopyWindow.Handle stuck = window.submit(item(1));
    faulty.next(3, StoreOperation.READ, FaultyBlobStore.failing(CopyWindowTest::unavailable));
    CopyWindow.Handle failed = window.submit(item(2));
    assertNull(window.await(failed));
    assertInstanceOf(RetryableStoreException.class, window.failure());
    assertNull(window.await(stuck), "a copy that still goes on is not waited for");
    assertTrue(window.submit(item(3)).future().isCancelled(), "nothing is begun any more");
  }

  @Test
  void roomThatAFailureMakesIsNotUsedForAnotherCopy() throws Exception {
    CopyWindow window = window(1);
    faulty.next(3, StoreOperation.READ, FaultyBlobStore.failing(this::unavailableOnceReleased));
    window.submit(item(1));
    Thread waiting = Thread.currentThread();
    executor.submit(
        () -> {
          while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          released.countDown();
        });

    assertTrue(window.submit(item(2)).future().isCancelled());
    assertInstanceOf(RetryableStoreException.class, window.failure());
  }

  private RetryableStoreException unavailableOnceReleased() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return unavailable();
  }

  private static RetryableStoreException unavailable() {
    return new RetryableStoreException(
        FailureDetail.of(FailureKind.UNAVAILABLE, StoreOperation.READ, "main", null, "503"), null);
  }

  @Test
  void aRaisedFlagWakesWhoeverWaitsForRoom() throws Exception {
    CopyWindow window = window(1);
    hangOnce();
    CopyWindow.Handle first = window.submit(item(1));
    signal.raise();
    assertTrue(window.submit(item(2)).future().isCancelled());
    assertNull(window.await(first));
    assertNull(window.failure(), "coming to a stop is no failure");
  }

  @Test
  void cancellingWaitsForCopiesToEndAndCountsThoseThatDoNot() throws Exception {
    CopyWindow window = window(2);
    CopyWindow.Handle done = window.submit(item(1));
    assertNotNull(window.await(done));
    assertEquals(0, window.cancel(1, TimeUnit.SECONDS));
  }
}
