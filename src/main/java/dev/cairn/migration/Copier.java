package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.outcome.Finding;
import dev.cairn.store.BlobHash;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.Content;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreFailure;
import dev.cairn.store.StoreOperation;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Brings one blob from source to target and proves it. Never touches the database: its threads are
 * interrupted when a run stops, and an interrupt would close H2's file. Thread-safe.
 *
 * <p>Blobs of up to 8 MiB are read into memory, hashed and put: two operations, each with its own
 * attempts. Larger ones stream: one attempt opens the source and feeds the target, and the whole is
 * repeated under one policy.
 */
final class Copier {
  static final int IN_MEMORY = 8 * 1024 * 1024;

  /** What the hungriest backend takes: a block of 4 MiB on its way to Azure, and buffers. */
  private static final int STREAMING_SHARE = 5 * 1024 * 1024;

  private final ChainedStore source;
  private final ChainedStore target;
  private final Verifier verifier;
  private final TransferBudget budget;

  Copier(
      ChainedStore source,
      ChainedStore target,
      MigrationSettings.Verify verify,
      TransferBudget budget) {
    this.source = source;
    this.target = target;
    this.verifier = new Verifier(source, target, verify);
    this.budget = budget;
  }

  /**
   * Copies a blob, or proves that it is there.
   *
   * @param row the registered blob
   * @param there what the target's listing shows under its name
   * @return how it ended, for good
   * @throws dev.cairn.store.RetryableStoreException exhausted: nothing is known of this blob, the
   *     run must pause
   * @throws PermanentStoreException for trouble that is not this blob's own
   * @throws InterruptedException when the run is being stopped
   */
  CopyOutcome copy(BlobRow row, Optional<ListPage.Entry> there) throws InterruptedException {
    if (!row.live()) {
      return CopyOutcome.deleted();
    }
    try {
      if (verifier.holdsListed(row, there)) {
        return CopyOutcome.skipped(row.size());
      }
      for (int round = 1; round <= 2; round++) {
        PutResult stored = transfer(row);
        if (verifier.holds(row, stored)) {
          return CopyOutcome.copied(row.size());
        }
      }
      return CopyOutcome.failed(
          finding(row, Finding.Kind.VERIFY_MISMATCH, "the target gave back other bytes, twice"));
    } catch (SourceAbsentException e) {
      return absent(row);
    } catch (SourceDamagedException e) {
      return CopyOutcome.failed(
          finding(
              row,
              Finding.Kind.SOURCE_CORRUPT,
              "the bytes at "
                  + source.describe().location()
                  + " do not have the hash of the name"));
    } catch (PermanentStoreException e) {
      return ownFailure(row, e);
    }
  }

  private CopyOutcome ownFailure(BlobRow row, StoreFailure failure) {
    if (PausePolicy.pauseFor(failure).isPresent()) {
      throw failure.exception();
    }
    return CopyOutcome.failed(PausePolicy.finding(row.hash().key().value(), failure));
  }

  private CopyOutcome absent(BlobRow row) {
    return CopyOutcome.missing(
        finding(
            row,
            Finding.Kind.SOURCE_MISSING,
            "not at " + source.describe().location() + ", although it is registered"));
  }

  private static Finding finding(BlobRow row, Finding.Kind kind, String detail) {
    return new Finding(row.hash().key().value(), kind, detail);
  }

  private PutResult transfer(BlobRow row) throws InterruptedException {
    if (row.size() <= IN_MEMORY) {
      try (TransferBudget.Share share = budget.take(row.size())) {
        return target.put(PutRequest.of(row.hash(), Content.of(readWhole(row))));
      }
    } else {
      try (TransferBudget.Share share = budget.take(STREAMING_SHARE)) {
        return target.guarded(StoreOperation.PUT, row.hash().key(), () -> stream(row));
      }
    }
  }

  private byte[] readWhole(BlobRow row) {
    byte[] bytes =
        fromSource(
            () ->
                source.read(
                    row.hash().key(),
                    null,
                    (info, body) -> {
                      if (info.size() != row.size()) {
                        return new byte[0];
                      }
                      return body.readNBytes((int) row.size());
                    }));
    if (bytes.length != row.size()
        || !BlobHash.of(BlobHash.newDigest().digest(bytes)).equals(row.hash())) {
      throw new SourceDamagedException();
    }
    return bytes;
  }

  private PutResult stream(BlobRow row) {
    return fromSource(
        () ->
            source
                .singleAttempt()
                .read(
                    row.hash().key(),
                    null,
                    (info, body) -> {
                      if (info.size() != row.size()) {
                        throw new SourceDamagedException();
                      }
                      return feedTarget(row, body);
                    }));
  }

  /**
   * A failure of the source while the target drains it stays the source's failure, however the
   * target wraps it.
   */
  private PutResult feedTarget(BlobRow row, InputStream body) {
    HashCheckedStream checked = new HashCheckedStream(body, row.hash(), row.size());
    try {
      return target
          .singleAttempt()
          .put(PutRequest.of(row.hash(), new Content.OneShot(row.size(), checked)));
    } catch (RuntimeException e) {
      RuntimeException ofSource = checked.sourceFailure();
      throw ofSource == null ? e : ofSource;
    }
  }

  /** Tells the source's own answers, absent and damaged, from failures of either side. */
  private <T> T fromSource(Supplier<T> read) {
    try {
      return read.get();
    } catch (PermanentStoreException e) {
      if (e.kind() == FailureKind.NOT_FOUND && e.detail().operation() == StoreOperation.READ) {
        throw new SourceAbsentException();
      }
      throw e;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof HashCheckedStream.SourceCorruptException) {
        throw new SourceDamagedException();
      }
      throw e;
    }
  }

  /** The source said that the blob is not there. */
  private static final class SourceAbsentException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The source's bytes are not those of the name. */
  private static final class SourceDamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
