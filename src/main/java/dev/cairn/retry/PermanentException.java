package dev.cairn.retry;

import org.jspecify.annotations.Nullable;

/**
 * Root of every error that will be the same on the next attempt: a wrong request, corrupt data,
 * missing permission.
 *
 * <p>Permanent is the default class of an error: that something may clear by itself is claimed,
 * never assumed.
 */
public abstract class PermanentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what failed, without secrets
   * @param cause the error below, or null
   */
  protected PermanentException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
