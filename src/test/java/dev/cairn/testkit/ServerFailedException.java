package dev.cairn.testkit;

/** A server that did not start, or did not end; the message holds what its log says about it. */
public final class ServerFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception from what happened and the log that explains it. */
  ServerFailedException(String what, BootLog log) {
    super(what + "\n" + log.excerpt() + "\nAll of it: " + log.file());
  }
}
