package dev.cairn.migration;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.catalog.BlobRow;
import dev.cairn.outcome.Finding;
import dev.cairn.store.BlobHash;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.Content;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import dev.cairn.store.layer.EncryptionKeys;
import dev.cairn.testkit.FaultyBlobStore;
import dev.cairn.testkit.Layers;
import dev.cairn.testkit.MemoryBlobStore;
import dev.cairn.testkit.SampleKeys;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopierTest {
  private static final MigrationSettings.Verify PROVIDER = MigrationSettings.Verify.PROVIDER;
  private static final int LARGE = Copier.IN_MEMORY + 100_000;

  private final MemoryBlobStore source = new MemoryBlobStore("main");
  private final MemoryBlobStore target = new MemoryBlobStore("archive");
  private final FaultyBlobStore faultySource = new FaultyBlobStore(source);
  private final FaultyBlobStore faultyTarget = new FaultyBlobStore(target);

  private Copier copier(MigrationSettings.Verify verify) {
    return new Copier(
        Layers.atOnce("main", faultySource),
        Layers.atOnce("archive", faultyTarget),
        verify,
        new TransferBudget(64 * 1024 * 1024));
  }

  private CopyOutcome copy(BlobRow row) throws InterruptedException {
    return copier(MigrationSettings.Verify.FULL).copy(row, Optional.empty());
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private BlobRow stored(byte[] bytes) {
    BlobRow row = row(bytes);
    source.put(PutRequest.of(row.hash(), Content.of(bytes)));
    return row;
  }

  private static BlobRow row(byte[] bytes) {
    BlobHash hash = BlobHash.of(BlobHash.newDigest().digest(bytes));
    return new BlobRow(hash, bytes.length, 1, 1, Optional.empty());
  }

  private Optional<ListPage.Entry> listed(BlobRow row) {
    return target.list(row.hash().key().value(), null, 1).entries().stream().findFirst();
  }

  private byte[] atTarget(BlobRow row) {
    return target.read(row.hash().key(), null, (info, body) -> body.readAllBytes());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_536, Copier.IN_MEMORY, LARGE})
  void aBlobOfAnySizeArrivesAndIsProved(int size) throws Exception {
    byte[] bytes = bytes(size);
    BlobRow row = stored(bytes);
    assertEquals(CopyOutcome.copied(size), copy(row));
    assertArrayEquals(bytes, atTarget(row));
  }

  @ParameterizedTest
  @EnumSource(MigrationSettings.Verify.class)
  void aBlobThatIsThereIsSkippedWithoutAPut(MigrationSettings.Verify verify) throws Exception {
    BlobRow row = stored(bytes(1000));
    target.put(PutRequest.of(row.hash(), Content.of(bytes(1000))));
    CopyOutcome outcome = copier(verify).copy(row, listed(row));
    assertEquals(CopyOutcome.skipped(1000), outcome);
    assertEquals(0, faultyTarget.calls(StoreOperation.PUT));
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, LARGE})
  void otherBytesAtTheTargetAreOverwritten(int size) throws Exception {
    byte[] bytes = bytes(size);
    BlobRow row = stored(bytes);
    target.put(PutRequest.of(row.hash().key(), Content.of(new byte[size])));
    CopyOutcome outcome = copier(MigrationSettings.Verify.FULL).copy(row, listed(row));
    assertEquals(CopyOutcome.copied(size), outcome);
    assertArrayEquals(bytes, atTarget(row));
  }

  @Test
  void aBlobWhoseListedMd5TheSourceProvesCostsNoQuestion() throws Exception {
    BlobRow row = stored(bytes(1000));
    target.put(PutRequest.of(row.hash(), Content.of(bytes(1000))));
    assertEquals(CopyOutcome.skipped(1000), copier(PROVIDER).copy(row, listed(row)));
    assertEquals(0, faultyTarget.calls(StoreOperation.STAT));
    assertEquals(1, faultySource.calls(StoreOperation.READ));
  }

  @Test
  void aListedMd5ThatIsNotTheSourcesIsNoAnswerAndTheProviderIsAsked() throws Exception {
    BlobRow row = stored(bytes(1000));
    target.put(PutRequest.of(row.hash(), Content.of(bytes(1000))));
    String other = "0123456789abcdef0123456789abcdef";
    var listed = Optional.of(new ListPage.Entry(row.hash().key(), 1000, Optional.of(other)));
    assertEquals(CopyOutcome.skipped(1000), copier(PROVIDER).copy(row, listed));
    assertEquals(1, faultyTarget.calls(StoreOperation.STAT));
  }

  @Test
  void otherBytesOfTheSameLengthAreFoundWithoutReadingTheTarget() throws Exception {
    BlobRow row = stored(bytes(1000));
    target.put(PutRequest.of(row.hash().key(), Content.of(new byte[1000])));
    assertEquals(CopyOutcome.copied(1000), copier(PROVIDER).copy(row, listed(row)));
    assertArrayEquals(bytes(1000), atTarget(row));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSourceThatLostOrDamagedItsBytesProvesNothingEvenWithTheSameMd5(boolean lost)
      throws Exception {
    BlobRow row = stored(bytes(1000));
    target.put(PutRequest.of(row.hash().key(), Content.of(new byte[1000])));
    if (lost) {
      source.delete(row.hash().key());
    } else {
      source.tamper(row.hash().key(), content -> new byte[1000]);
    }
    Finding.Kind found = lost ? Finding.Kind.SOURCE_MISSING : Finding.Kind.SOURCE_CORRUPT;
    CopyOutcome outcome = copier(PROVIDER).copy(row, listed(row));
    assertEquals(found, outcome.finding().orElseThrow().kind());
    assertEquals(1, faultyTarget.calls(StoreOperation.STAT));
  }

  @Test
  void aLargeBlobIsNotReadToSpareAQuestion() throws Exception {
    BlobRow row = stored(bytes(300_000));
    target.put(PutRequest.of(row.hash(), Content.of(bytes(300_000))));
    assertEquals(CopyOutcome.skipped(300_000), copier(PROVIDER).copy(row, listed(row)));
    assertEquals(0, faultySource.calls(StoreOperation.READ));
  }

  private CopyOutcome copyEncrypted(BlobRow row, EncryptionKeys keys) throws InterruptedException {
    ChainedStore encrypted = Layers.atOnce("archive", faultyTarget, keys);
    Optional<ListPage.Entry> listed =
        encrypted.list(row.hash().key().value(), null, 1).entries().stream().findFirst();
    CopyOutcome outcome =
        new Copier(
                Layers.atOnce("main", source),
                encrypted,
                PROVIDER,
                new TransferBudget(64 * 1024 * 1024))
            .copy(row, listed);
    byte[] there = encrypted.read(row.hash().key(), null, (info, body) -> body.readAllBytes());
    assertArrayEquals(bytes((int) row.size()), there);
    return outcome;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_464, 1024 * 1024 + 1, LARGE})
  void anEncryptedTargetHoldsABlobOnceItWasCopiedWithItsWriteKey(int size) throws Exception {
    BlobRow row = stored(bytes(size));
    assertEquals(CopyOutcome.copied(size), copyEncrypted(row, SampleKeys.of(1)));
    assertEquals(CopyOutcome.skipped(size), copyEncrypted(row, SampleKeys.of(1, 2)));
    assertEquals(CopyOutcome.copied(size), copyEncrypted(row, SampleKeys.of(2, 1)));
  }

  @Test
  void aSmallBlobCostsAnEncryptedTargetOnePutAndNoQuestion() throws Exception {
    Copier copier =
        new Copier(
            Layers.atOnce("main", source),
            Layers.atOnce("archive", faultyTarget, SampleKeys.of(1)),
            PROVIDER,
            new TransferBudget(64 * 1024 * 1024));
    BlobRow row = stored(bytes(1000));
    assertEquals(CopyOutcome.copied(1000), copier.copy(row, Optional.empty()));
    assertEquals(1, faultyTarget.calls(StoreOperation.PUT));
    assertEquals(0, faultyTarget.calls(StoreOperation.READ));
    assertEquals(0, faultyTarget.calls(StoreOperation.STAT));
  }

  @Test
  void plaintextAtAnEncryptedTargetIsEncrypted() throws Exception {
    BlobRow row = stored(bytes(1000));
    target.put(PutRequest.of(row.hash(), Content.of(bytes(1000))));
    assertEquals(CopyOutcome.copied(1000), copyEncrypted(row, SampleKeys.of(1)));
    assertTrue(atTarget(row).length > 1000);
  }

  @Test
  void aTargetEncryptedWithAKeyThatIsNotThereStopsTheRunInsteadOfPassingForDone() throws Exception {
    BlobRow row = stored(bytes(1000));
    copyEncrypted(row, SampleKeys.of(1));
    PermanentStoreException e =
        assertThrows(PermanentStoreException.class, () -> copyEncrypted(row, SampleKeys.of(2)));
    assertEquals(FailureKind.INVALID, e.kind());
  }

  @Test
  void aDeletedRowMovesNothing() throws Exception {
    BlobRow live = stored(bytes(10));
    BlobRow row = new BlobRow(live.hash(), 10, 1, 2, Optional.of(Instant.EPOCH));
    assertEquals(CopyOutcome.Kind.DELETED, copy(row).kind());
    assertEquals(0, target.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, LARGE})
  void aBlobTheSourceSaysItDoesNotHaveIsMissingWithAFinding(int size) throws Exception {
    CopyOutcome outcome = copy(row(bytes(size)));
    assertEquals(CopyOutcome.Kind.SOURCE_MISSING, outcome.kind());
    assertEquals(Finding.Kind.SOURCE_MISSING, outcome.finding().orElseThrow().kind());
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, LARGE})
  void aCorruptSourceNeverBecomesAnObject(int size) throws Exception {
    BlobRow row = stored(bytes(size));
    source.tamper(row.hash().key(), content -> new byte[size]);
    CopyOutcome outcome = copy(row);
    assertEquals(CopyOutcome.Kind.FAILED, outcome.kind());
    assertEquals(Finding.Kind.SOURCE_CORRUPT, outcome.finding().orElseThrow().kind());
    assertEquals(0, target.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, LARGE})
  void aSourceOfAnotherLengthIsCorrupt(int size) throws Exception {
    BlobRow row = stored(bytes(size));
    source.tamper(row.hash().key(), content -> new byte[size - 1]);
    assertEquals(Finding.Kind.SOURCE_CORRUPT, copy(row).finding().orElseThrow().kind());
    assertEquals(0, target.size());
  }

  private static RetryableStoreException silence(StoreOperation operation, String backend) {
    return new RetryableStoreException(
        FailureDetail.of(FailureKind.TIMEOUT, operation, backend, null, "no answer"), null);
  }

  private static PermanentStoreException refused(FailureKind kind, String summary) {
    return new PermanentStoreException(
        FailureDetail.of(kind, StoreOperation.PUT, "archive", null, summary), null);
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, LARGE})
  void anOutageOfTheSourceIsNeverTakenForAbsent(int size) {
    BlobRow row = stored(bytes(size));
    faultySource.next(
        9,
        StoreOperation.READ,
        FaultyBlobStore.failing(() -> silence(StoreOperation.READ, "main")));
    RetryableStoreException e = assertThrows(RetryableStoreException.class, () -> copy(row));
    assertTrue(e.detail().exhausted());
    assertEquals("main", e.detail().backend());
    assertEquals(3, faultySource.calls(StoreOperation.READ));
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, LARGE})
  void anOutageOfTheTargetIsTheTargets(int size) {
    BlobRow row = stored(bytes(size));
    faultyTarget.next(
        9,
        StoreOperation.PUT,
        FaultyBlobStore.failing(() -> silence(StoreOperation.PUT, "archive")));
    RetryableStoreException e = assertThrows(RetryableStoreException.class, () -> copy(row));
    assertTrue(e.detail().exhausted());
    assertEquals("archive", e.detail().backend());
    assertEquals(3, faultyTarget.calls(StoreOperation.PUT));
  }

  @Test
  void aSourceThatBreaksWhileTheTargetDrainsItIsTheSources() throws Exception {
    BlobRow row = stored(bytes(LARGE));
    faultySource.next(
        StoreOperation.READ,
        FaultyBlobStore.cutAfter(
            1_000_000,
            () -> {
              throw silence(StoreOperation.READ, "main");
            }));
    assertEquals(CopyOutcome.copied(LARGE), copy(row));
    assertEquals(2, faultySource.calls(StoreOperation.READ));
    assertEquals(2, faultyTarget.calls(StoreOperation.PUT));
  }

  @Test
  void aTargetThatKeepsOtherBytesFailsTheBlobAfterTheSecondRound() throws Exception {
    BlobRow row = stored(bytes(1000));
    faultyTarget.next(
        2,
        StoreOperation.READ,
        FaultyBlobStore.first(() -> target.tamper(row.hash().key(), content -> new byte[1000])));
    CopyOutcome outcome = copy(row);
    assertEquals(CopyOutcome.Kind.FAILED, outcome.kind());
    assertEquals(Finding.Kind.VERIFY_MISMATCH, outcome.finding().orElseThrow().kind());
    assertEquals(2, faultyTarget.calls(StoreOperation.PUT));
  }

  @Test
  void aBlobThatTheTargetRefusesForGoodFailsAlone() throws Exception {
    BlobRow row = stored(bytes(1000));
    faultyTarget.next(
        StoreOperation.PUT,
        FaultyBlobStore.failing(() -> refused(FailureKind.LOCKED, "legal hold")));
    assertEquals(Finding.Kind.REFUSED, copy(row).finding().orElseThrow().kind());
  }

  @Test
  void aDenialIsNotABlobsOwnFailure() {
    BlobRow row = stored(bytes(1000));
    faultyTarget.next(
        StoreOperation.PUT,
        FaultyBlobStore.failing(() -> refused(FailureKind.ACCESS_DENIED, "denied")));
    PermanentStoreException e = assertThrows(PermanentStoreException.class, () -> copy(row));
    assertFalse(e.detail().exhausted());
  }
}
