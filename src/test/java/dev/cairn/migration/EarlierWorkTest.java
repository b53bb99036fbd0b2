package dev.cairn.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.catalog.BlobRow;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import dev.cairn.store.BlobHash;
import dev.cairn.store.Content;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import dev.cairn.testkit.FaultyBlobStore;
import dev.cairn.testkit.MemoryBlobStore;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EarlierWorkTest {
  private final MemoryBlobStore target = new MemoryBlobStore("archive");

  private static BlobRow row(int number) {
    byte[] bytes = {(byte) number};
    return new BlobRow(
        BlobHash.of(BlobHash.newDigest().digest(bytes)), 1, number, number, Optional.empty());
  }

  private void store(int number) {
    target.put(PutRequest.of(row(number).hash(), Content.of(new byte[] {(byte) number})));
  }

  @Test
  void aTargetThatHoldsAllWitnessesIsTheOne() {
    store(1);
    store(2);
    assertEquals(Optional.empty(), EarlierWork.lost(target, List.of(row(1), row(2))));
    assertEquals(Optional.empty(), EarlierWork.lost(target, List.of()));
  }

  @Test
  void oneWitnessThatIsGoneStopsTheRun() {
    store(1);
    Verdict verdict = EarlierWork.lost(target, List.of(row(1), row(2))).orElseThrow();
    assertEquals(Reason.CONFIGURATION, assertInstanceOf(Verdict.Pause.class, verdict).reason());
  }

  @Test
  void anOutageIsNotTakenForALoss() {
    FaultyBlobStore faulty = new FaultyBlobStore(target);
    faulty.next(
        StoreOperation.STAT,
        FaultyBlobStore.failing(
            () ->
                new RetryableStoreException(
                    FailureDetail.of(
                        FailureKind.TIMEOUT, StoreOperation.STAT, "archive", null, "no answer"),
                    null)));
    assertThrows(RetryableStoreException.class, () -> EarlierWork.lost(faulty, List.of(row(1))));
  }
}
