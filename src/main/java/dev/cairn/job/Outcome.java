package dev.cairn.job;

import dev.cairn.outcome.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a segment of a run ended, and what becomes of the run. */
public sealed interface Outcome {

  /** Everything is done. */
  record Completed() implements Outcome {}

  /**
   * It can be resumed.
   *
   * @param reason why
   * @param by who, when a person asked for it
   * @param text for people
   * @param notBefore earliest sensible time for the next try, or null
   */
  record Paused(Reason reason, @Nullable String by, String text, @Nullable Instant notBefore)
      implements Outcome {}

  /**
   * It is over; a person must change something.
   *
   * @param reason why
   * @param text for people
   */
  record Failed(Reason reason, String text) implements Outcome {}

  /**
   * An operator ended it.
   *
   * @param by who
   */
  record Cancelled(String by) implements Outcome {}
}
