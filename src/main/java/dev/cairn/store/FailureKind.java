package dev.cairn.store;

/**
 * What went wrong, in words that every backend shares. Whether it may clear by itself is told by
 * the exception's class.
 */
public enum FailureKind {
  /** The provider said that the object is not there. */
  NOT_FOUND,
  /** The object is there already. */
  ALREADY_EXISTS,
  /** The condition of a put did not hold. */
  PRECONDITION_FAILED,
  /** The credentials may not do this, or are wrong. */
  ACCESS_DENIED,
  /** The credentials were right and have expired. */
  CREDENTIALS_EXPIRED,
  /** The provider asks for fewer requests. */
  THROTTLED,
  /** No answer, or no byte, within the bound. */
  TIMEOUT,
  /** The provider answered that it cannot serve now. */
  UNAVAILABLE,
  /** The connection was refused, reset or cut, or the name did not resolve. */
  CONNECTION,
  /** The clocks of both sides differ too much for signed requests. */
  CLOCK_SKEW,
  /** No room left. */
  STORAGE_FULL,
  /** The object lies in an archive tier and must be restored first. */
  ARCHIVED,
  /** A lease, legal hold or retention forbids the change. */
  LOCKED,
  /** Checksum, length or content is not what it must be. */
  CORRUPT,
  /** A name, argument or configuration is wrong: a bucket or root that does not exist, too. */
  INVALID,
  /** The backend cannot do this. */
  UNSUPPORTED
}
