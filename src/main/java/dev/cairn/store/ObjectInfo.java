package dev.cairn.store;

import java.time.Instant;
import java.util.Optional;

/**
 * What a store says of an object.
 *
 * @param key its name
 * @param size bytes as stored
 * @param version opaque version (ETag) for conditional operations; changes when the bytes change
 * @param modified time of the last write
 * @param sha256 SHA-256 of the stored bytes when the provider itself keeps and reports one
 * @param metadata headers and user metadata; {@link ObjectMetadata#NONE} where a backend keeps none
 */
public record ObjectInfo(
    ObjectKey key,
    long size,
    Optional<String> version,
    Optional<Instant> modified,
    Optional<BlobHash> sha256,
    ObjectMetadata metadata) {}
