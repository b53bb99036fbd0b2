package dev.cairn.store;

import java.util.Optional;

/**
 * What a store says of an object that it has just stored.
 *
 * @param version version of the object, when the provider gives one
 * @param sha256 hash of the stored bytes, when the answer itself proves it: the provider named it,
 *     or another checksum that the bytes sent have too. Empty says nothing
 */
public record PutResult(Optional<String> version, Optional<BlobHash> sha256) {}
