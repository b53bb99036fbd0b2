package dev.cairn.store;

import java.util.Set;

/**
 * What a store is, without secrets.
 *
 * @param type {@code local}, {@code s3}, {@code azure}, …
 * @param location hint for people: path, or endpoint with bucket and prefix
 * @param physicalIdentity equal for two stores exactly when they hold the same objects as far as
 *     configuration can tell; credentials, keys and region are left out
 * @param capabilities what it can do
 */
public record StoreDescription(
    String type, String location, String physicalIdentity, Set<Capability> capabilities) {

  /** Copies the set. */
  public StoreDescription {
    capabilities = Set.copyOf(capabilities);
  }

  /** What a backend may or may not be able to do. */
  public enum Capability {
    /** Reads of a part of an object. */
    RANGE,
    /** Listing in byte order. */
    LIST,
    /** Copies inside the provider. */
    SERVER_SIDE_COPY,
    /** Puts under a condition. */
    CONDITIONAL_PUT,
    /** A checksum kept by the provider and reported by stat. */
    NATIVE_CHECKSUM,
    /**
     * Reads cost no request to a provider, so that reading a small object is cheaper than asking.
     */
    READ_WITHOUT_REQUEST,
    /**
     * Objects are encrypted on this side. A listing cannot tell how; {@link ChainedStore#headCheck}
     * does.
     */
    ENCRYPTION
  }
}
