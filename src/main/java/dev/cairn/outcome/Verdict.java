package dev.cairn.outcome;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is to become of a run that does not simply go on. */
public sealed interface Verdict {

  /** Why. */
  Reason reason();

  /** For people: what happened, without secrets. */
  String text();

  /**
   * It stops and can be resumed.
   *
   * @param reason why
   * @param text for people
   * @param notBefore earliest time at which going on makes sense, or null
   */
  record Pause(Reason reason, String text, @Nullable Instant notBefore) implements Verdict {
    /** A pause without a time. */
    public Pause(Reason reason, String text) {
      this(reason, text, null);
    }
  }

  /**
   * It ends; a person must change something and start a new run.
   *
   * @param reason why
   * @param text for people
   */
  record Fail(Reason reason, String text) implements Verdict {}
}
