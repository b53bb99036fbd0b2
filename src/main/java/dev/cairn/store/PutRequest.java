package dev.cairn.store;

import java.util.Optional;

/**
 * One put.
 *
 * @param key name of the object
 * @param content its bytes
 * @param condition when it may take effect
 * @param metadata what travels with it
 * @param sha256 SHA-256 of the content when the caller knows it; a provider that can check it does
 */
public record PutRequest(
    ObjectKey key,
    Content content,
    PutCondition condition,
    ObjectMetadata metadata,
    Optional<BlobHash> sha256) {

  /** Unconditional, without metadata or known hash. */
  public static PutRequest of(ObjectKey key, Content content) {
    return new PutRequest(
        key, content, new PutCondition.Always(), ObjectMetadata.NONE, Optional.empty());
  }

  /** A managed blob: its key and hash. */
  public static PutRequest of(BlobHash hash, Content content) {
    return new PutRequest(
        hash.key(), content, new PutCondition.Always(), ObjectMetadata.NONE, Optional.of(hash));
  }

  /** The same put with other content. */
  public PutRequest withContent(Content other) {
    return new PutRequest(key, other, condition, metadata, sha256);
  }

  /** The same put under a condition. */
  public PutRequest withCondition(PutCondition other) {
    return new PutRequest(key, content, other, metadata, sha256);
  }
}
