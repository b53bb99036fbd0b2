package dev.cairn.store;

import java.util.Locale;

/** The operations of the port, as failures, log lines and metrics name them. */
public enum StoreOperation {
  INITIALIZE,
  STAT,
  READ,
  PUT,
  DELETE,
  LIST,
  ABORT,
  SYNC;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
