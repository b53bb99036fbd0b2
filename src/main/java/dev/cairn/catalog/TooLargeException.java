package dev.cairn.catalog;

import dev.cairn.retry.PermanentException;

/** An upload has more bytes than this server accepts. Nothing was stored. Not retryable. */
public final class TooLargeException extends PermanentException {
  private static final long serialVersionUID = 1L;

  /** An upload of more than so many bytes. */
  public TooLargeException(long limit) {
    super("a blob may have at most " + limit + " bytes (cairn.blob.max-size-bytes)", null);
  }
}
