package dev.cairn.catalog;

import dev.cairn.retry.PermanentException;
import dev.cairn.store.BlobHash;

/** An upload's bytes do not have the hash that was announced. Nothing was stored. Not retryable. */
public final class HashMismatchException extends PermanentException {
  private static final long serialVersionUID = 1L;

  /** An upload that announced one hash and has another. */
  public HashMismatchException(BlobHash expected, BlobHash actual) {
    super("expected " + expected + ", received " + actual, null);
  }
}
