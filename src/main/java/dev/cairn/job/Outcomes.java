package dev.cairn.job;

import dev.cairn.outcome.Reason;
import jakarta.batch.runtime.BatchStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The one table between what happened, the run's status, the engine's status and the exit status.
 * Pure.
 *
 * <table>
 * <caption>outcomes</caption>
 * <tr><th>outcome</th><th>run</th><th>engine</th><th>exit status</th></tr>
 * <tr><td>done</td><td>COMPLETED</td><td>COMPLETED</td><td>COMPLETED</td></tr>
 * <tr><td>paused</td><td>PAUSED</td><td>STOPPED</td><td>Error: PAUSED reason text</td></tr>
 * <tr><td>failed</td><td>FAILED</td><td>FAILED</td><td>Error: FAILED reason text</td></tr>
 * <tr><td>cancelled</td><td>CANCELLED</td><td>ABANDONED</td><td>Error: CANCELLED by who</td></tr>
 * </table>
 */
final class Outcomes {
  static final String COMPLETED = "COMPLETED";
  static final int EXIT_STATUS_CHARS = 200;

  /** Unexpected ends in a row, without having got further, after which a run fails. */
  static final int INTERNAL_LIMIT = 3;

  private Outcomes() {}

  /**
   * What is known when a segment has ended.
   *
   * @param cancelledBy who cancelled the run, or null
   * @param done true when the work of the run is complete, whatever came afterwards
   * @param verdict decision that was recorded, or null
   * @param reason with the decision
   * @param by with the decision
   * @param text with the decision
   * @param notBefore with the decision
   * @param engineStopped true when the engine was told to stop
   * @param internalStreak unexpected ends in a row without progress, this one included if it is one
   */
  record Facts(
      @Nullable String cancelledBy,
      boolean done,
      Run.@Nullable VerdictKind verdict,
      @Nullable Reason reason,
      @Nullable String by,
      @Nullable String text,
      @Nullable Instant notBefore,
      boolean engineStopped,
      int internalStreak) {}

  static Outcome decide(Facts f) {
    if (f.cancelledBy() != null) {
      return new Outcome.Cancelled(f.cancelledBy());
    }
    if (f.done()) {
      return new Outcome.Completed();
    }
    Reason reason = f.reason();
    String text = f.text() == null ? "" : f.text();
    if (f.verdict() == Run.VerdictKind.FAIL) {
      return new Outcome.Failed(reason == null ? Reason.INTERNAL : reason, text);
    }
    if (f.verdict() == Run.VerdictKind.PAUSE && reason != null && reason != Reason.INTERNAL) {
      return new Outcome.Paused(reason, f.by(), text, f.notBefore());
    }
    if (f.verdict() == null && f.engineStopped()) {
      return new Outcome.Paused(
          Reason.ENGINE_STOP,
          null,
          "stopped through the engine: management console or interface, suspend or shutdown",
          null);
    }
    String what = text.isEmpty() ? "it ended unexpectedly; see the server's log" : text;
    return f.internalStreak() >= INTERNAL_LIMIT
        ? new Outcome.Failed(
            Reason.INTERNAL, what + " (" + f.internalStreak() + " times in a row without progress)")
        : new Outcome.Paused(Reason.INTERNAL, null, what, null);
  }

  static RunStatus status(Outcome outcome) {
    if (outcome instanceof Outcome.Completed) {
      return RunStatus.COMPLETED;
    }
    if (outcome instanceof Outcome.Paused) {
      return RunStatus.PAUSED;
    }
    return outcome instanceof Outcome.Failed ? RunStatus.FAILED : RunStatus.CANCELLED;
  }

  /** Status in which the engine's execution must end up. */
  static BatchStatus engineStatus(RunStatus status) {
    return switch (status) {
      case STARTING, RUNNING, PAUSING -> BatchStatus.STARTED;
      case PAUSED -> BatchStatus.STOPPED;
      case COMPLETED -> BatchStatus.COMPLETED;
      case FAILED -> BatchStatus.FAILED;
      case CANCELLED -> BatchStatus.ABANDONED;
    };
  }

  /** Printable ASCII, at most 200 bytes. */
  static String exitStatus(Outcome outcome) {
    String text;
    if (outcome instanceof Outcome.Paused p) {
      text =
          p.reason() == Reason.OPERATOR
              ? "Error: PAUSED OPERATOR by " + p.by()
              : p.reason() == Reason.ENGINE_STOP || p.reason() == Reason.SERVER_RESTART
                  ? "Error: PAUSED " + p.reason()
                  : "Error: PAUSED " + p.reason() + " " + p.text();
    } else if (outcome instanceof Outcome.Failed f) {
      text = "Error: FAILED " + f.reason() + " " + f.text();
    } else if (outcome instanceof Outcome.Cancelled c) {
      text = "Error: CANCELLED by " + c.by();
    } else {
      text = COMPLETED;
    }
    return Texts.ascii(text, EXIT_STATUS_CHARS).strip();
  }

  /** The same, from a run that has ended or paused. */
  static String exitStatus(Run run) {
    return exitStatus(outcome(run));
  }

  private static Outcome outcome(Run run) {
    Reason reason = run.cause() == null ? Reason.INTERNAL : run.cause();
    String text = run.errorMessage() == null ? "" : run.errorMessage();
    return switch (run.status()) {
      case COMPLETED -> new Outcome.Completed();
      case FAILED -> new Outcome.Failed(reason, text);
      case CANCELLED -> new Outcome.Cancelled(run.causeBy() == null ? "" : run.causeBy());
      case STARTING, RUNNING, PAUSING, PAUSED ->
          new Outcome.Paused(reason, run.causeBy(), text, run.notBefore());
    };
  }
}
