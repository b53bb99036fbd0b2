package dev.cairn.store.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.BlobStore;
import dev.cairn.store.Content;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import dev.cairn.testkit.FaultyBlobStore;
import dev.cairn.testkit.ManualClock;
import dev.cairn.testkit.MemoryBlobStore;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdmissionTest {

  private static final ObjectKey KEY = new ObjectKey("a");
  private static final byte[] MIB = new byte[1 << 20];

  private final ManualClock clock = new ManualClock();
  private final Admission admission =
      new Admission("main", clock, nanos -> clock.advance(Duration.ofNanos(nanos)));
  private final MemoryBlobStore memory = new MemoryBlobStore("memory");
  private final FaultyBlobStore backend = new FaultyBlobStore(memory);
  private final BlobStore store = new AdmittedBlobStore(backend, admission);

  private static Content.OneShot stream() {
    return new Content.OneShot(MIB.length, new ByteArrayInputStream(MIB));
  }

  @Test
  void bodiesPassNoFasterThanAllowedEitherWay() {
    admission.limit(new RequestLimits(8, 0, MIB.length));

    store.put(PutRequest.of(KEY, Content.of(MIB)));
    store.put(PutRequest.of(KEY, stream()));
    byte[] read = store.read(KEY, null, (info, body) -> body.readAllBytes());

    assertArrayEquals(MIB, read);
    long millis = clock.elapsed().toMillis();
    assertTrue(millis >= 2900 && millis <= 3000, millis + " ms");
  }

  @Test
  void aRateMayChangeInTheMiddleOfABody() {
    admission.limit(new RequestLimits(8, 0, MIB.length));
    store.put(PutRequest.of(KEY, stream()));
    Duration before = clock.elapsed();

    store.read(
        KEY,
        null,
        (info, body) -> {
          int first = body.readNBytes(MIB.length / 2).length;
          admission.limit(RequestLimits.DEFAULT);
          return first + body.readAllBytes().length;
        });

    long millis = clock.elapsed().minus(before).toMillis();
    assertTrue(millis >= 480 && millis <= 520, millis + " ms");
  }

  @Test
  void requestsBeginNoFasterThanAllowed() {
    admission.limit(new RequestLimits(8, 10, 0));

    for (int i = 0; i < 21; i++) {
      store.stat(KEY);
    }

    assertEquals(2000, clock.elapsed().toMillis(), 100);
  }

  @Test
  void aProviderThatAsksForLessGetsLessAndMoreAgainLater() {
    admission.limit(new RequestLimits(8, 0, 0));
    backend.next(
        StoreOperation.STAT,
        FaultyBlobStore.failing(
            () ->
                new RetryableStoreException(
                    FailureDetail.of(
                        FailureKind.THROTTLED, StoreOperation.STAT, "memory", KEY, "slow down"),
                    null)));

    assertThrows(RetryableStoreException.class, () -> store.stat(KEY));
    assertEquals(1, admission.parallelInForce());

    for (int i = 0; i < 50; i++) {
      store.stat(KEY);
    }
    assertTrue(admission.parallelInForce() > 1);
  }

  @Test
  void aReadKeepsItsPlaceOnlyUntilItsAnswerBegins() {
    admission.limit(new RequestLimits(1, 0, 0));
    store.put(PutRequest.of(KEY, Content.of(MIB)));

    long size = store.read(KEY, null, (info, body) -> store.stat(KEY).orElseThrow().size());

    assertEquals(MIB.length, size);
  }

  @Test
  void anInterruptedCallerSendsNothingAndKeepsItsFlag() {
    Admission real = new Admission("main", clock, Admission.Sleep.REAL);
    real.limit(new RequestLimits(1, 1, 0));
    Thread.currentThread().interrupt();
    try {
      RetryableStoreException e =
          assertThrows(
              RetryableStoreException.class,
              () -> {
                for (int i = 0; i < 3; i++) {
                  real.admit(StoreOperation.STAT, KEY).answered(false);
                }
              });
      assertEquals(FailureKind.CONNECTION, e.kind());
    } finally {
      assertTrue(Thread.interrupted());
    }
  }
}
