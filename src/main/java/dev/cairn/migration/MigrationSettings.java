package dev.cairn.migration;

import dev.cairn.store.BlobHash;

/**
 * What an operator chose for one migration; frozen when the run starts.
 *
 * @param target entry to move to
 * @param verify how a copied blob is proved
 * @param ranges key ranges the registry is cut into; 1 to 4,096
 * @param threads partitions that share out the ranges; 1 to 14
 * @param parallel blobs in flight per partition; 1 to 64
 * @param itemCount blobs per checkpoint; 1 to 10,000
 * @param attempts attempts per storage operation; 1 to 100
 * @param skipLimit permanently failed blobs after which the run fails early
 * @param missingLimit blobs missing at the source after which the run pauses at once
 */
public record MigrationSettings(
    String target,
    Verify verify,
    int ranges,
    int threads,
    int parallel,
    int itemCount,
    int attempts,
    long skipLimit,
    long missingLimit) {

  /** How a blob at the target is proved to be the one that is registered. */
  public enum Verify {
    /** Read back through the target's own chain and hashed; see {@link BlobHash}. */
    FULL,
    /** Size and, where the provider keeps one, its SHA-256. */
    PROVIDER
  }
}
