package dev.cairn.catalog;

import dev.cairn.store.BlobHash;
import java.time.Instant;
import java.util.Optional;

/**
 * A registered blob.
 *
 * @param hash its name
 * @param size bytes of plaintext
 * @param seq number of its first registration; never changes
 * @param changedSeq number of its last registration, deletion or revival
 * @param deletedAt when it was deleted, or empty while it is live
 */
public record BlobRow(
    BlobHash hash, long size, long seq, long changedSeq, Optional<Instant> deletedAt) {

  /** True while nobody deleted it. */
  public boolean live() {
    return deletedAt.isEmpty();
  }
}
