package dev.cairn.demo;

/**
 * Something that the demo promised did not happen; the message says what, for the person who
 * watches.
 */
final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoFailure(String message) {
    super(message);
  }

  DemoFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
