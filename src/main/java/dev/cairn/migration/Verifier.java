package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreDescription;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Proves that the target holds a blob: by its bytes, or by what the provider says of them.
 * Thread-safe.
 */
final class Verifier {
  private static final int BUFFER = 64 * 1024;

  private final BlobStore target;
  private final MigrationSettings.Verify mode;
  private final boolean keepsChecksums;

  Verifier(BlobStore target, MigrationSettings.Verify mode) {
    this.target = target;
    this.mode = mode;
    this.keepsChecksums =
        target.describe().capabilities().contains(StoreDescription.Capability.NATIVE_CHECKSUM);
  }

  /**
   * True when the target holds exactly this blob; false when it holds none or another.
   *
   * @param sizeListed size of the object that the target's listing shows, or empty. Where the
   *     provider knows no more than that, it is not asked again
   */
  boolean holdsListed(BlobRow row, OptionalLong sizeListed) {
    if (sizeListed.isEmpty() || sizeListed.getAsLong() != row.size()) {
      return false;
    }
    return mode == MigrationSettings.Verify.FULL
        ? holdsBytes(row)
        : !keepsChecksums || holdsByProvider(row);
  }

  /**
   * True when the target holds exactly this blob, which was put just now.
   *
   * @param stored what the target said of the put. Where that proves the hash, the provider is not
   *     asked again
   */
  boolean holds(BlobRow row, PutResult stored) {
    return mode == MigrationSettings.Verify.FULL
        ? holdsBytes(row)
        : stored.sha256().map(row.hash()::equals).orElseGet(() -> holdsByProvider(row));
  }

  private boolean holdsByProvider(BlobRow row) {
    Optional<ObjectInfo> info = target.stat(row.hash().key());
    return info.isPresent()
        && info.get().size() == row.size()
        && info.get().sha256().map(row.hash()::equals).orElse(true);
  }

  private boolean holdsBytes(BlobRow row) {
    try {
      return target.read(
          row.hash().key(),
          null,
          (info, body) -> info.size() == row.size() && hash(body, row.size()).equals(row.hash()));
    } catch (PermanentStoreException e) {
      if (e.kind() == FailureKind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private static BlobHash hash(InputStream body, long size) throws IOException {
    MessageDigest digest = BlobHash.newDigest();
    byte[] buffer = new byte[(int) Math.max(1, Math.min(BUFFER, size))];
    for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
      digest.update(buffer, 0, n);
    }
    return BlobHash.of(digest.digest());
  }
}
