package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.FailureKind;
import dev.cairn.store.HeadCheck;
import dev.cairn.store.ListPage;
import dev.cairn.store.Md5;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreDescription;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Proves that the target holds a blob: by its bytes, or by what the provider says of them.
 * Thread-safe.
 */
final class Verifier {
  private static final Logger LOG = Logger.getLogger(Verifier.class);
  private static final int BUFFER = 64 * 1024;

  /** Up to here, in bytes, reading a file takes less time than a request. */
  private static final int WORTH_READING = 256 * 1024;

  private final BlobStore source;
  private final ChainedStore target;
  private final MigrationSettings.Verify mode;
  private final boolean keepsChecksums;
  private final boolean readsForNothing;
  private final boolean encrypts;

  Verifier(BlobStore source, ChainedStore target, MigrationSettings.Verify mode) {
    this.source = source;
    this.target = target;
    this.mode = mode;
    this.keepsChecksums = can(target, StoreDescription.Capability.NATIVE_CHECKSUM);
    this.encrypts = can(target, StoreDescription.Capability.ENCRYPTION);
    this.readsForNothing = can(source, StoreDescription.Capability.READ_WITHOUT_REQUEST);
  }

  private static boolean can(BlobStore store, StoreDescription.Capability capability) {
    return store.describe().capabilities().contains(capability);
  }

  /**
   * True when the target holds exactly this blob; false when it holds none or another, or where the
   * target encrypts, one that is not encrypted or with another key than it writes with.
   *
   * @param there what the target's listing shows under its name. The provider is not asked again
   *     where it knows no more than that, nor where the source proves the MD5 that it shows
   */
  boolean holdsListed(BlobRow row, Optional<ListPage.Entry> there) {
    if (there.isEmpty() || there.get().size() != row.size()) {
      return false;
    }
    if (encrypts && target.headCheck(row.hash().key()) != HeadCheck.MATCH) {
      return false;
    }
    if (mode == MigrationSettings.Verify.FULL) {
      return holdsBytes(row);
    }
    return !keepsChecksums
        || there.get().md5().filter(md5 -> sourceProves(row, md5)).isPresent()
        || holdsByProvider(row);
  }

  /**
   * True when the source's bytes have both the name's SHA-256 and this MD5: then so have the
   * target's. Anything else proves nothing.
   */
  private boolean sourceProves(BlobRow row, String md5) {
    Optional<MessageDigest> digest = Md5.digest();
    if (!readsForNothing || row.size() > WORTH_READING || digest.isEmpty()) {
      return false;
    }
    try {
      byte[] bytes =
          source.read(
              row.hash().key(), null, (info, body) -> body.readNBytes((int) row.size() + 1));
      digest.get().update(bytes);
      return Md5.hex(digest.get()).equals(md5)
          && BlobHash.of(BlobHash.newDigest().digest(bytes)).equals(row.hash());
    } catch (PermanentStoreException e) {
      LOG.debugf(e, "%s proves nothing of the target", row.hash());
      return false;
    }
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
