package dev.cairn.store.layer;

import java.time.Duration;

/** Tells the guard that an attempt failed and that there is to be another one after a wait. */
final class AttemptFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Duration wait;

  AttemptFailed(Duration wait, RuntimeException cause) {
    super(null, cause, false, false);
    this.wait = wait;
  }

  /** How long to wait before the next attempt. */
  Duration waitTime() {
    return wait;
  }
}
