package dev.cairn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cairn.outcome.Reason;
import jakarta.batch.runtime.BatchStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class OutcomesTest {
  private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

  private static Outcomes.Facts facts(
      @Nullable String cancelledBy,
      boolean done,
      Run.@Nullable VerdictKind verdict,
      @Nullable Reason reason,
      boolean engineStopped,
      int streak) {
    return new Outcomes.Facts(
        cancelledBy, done, verdict, reason, "ann", "some text", LATER, engineStopped, streak);
  }

  static Stream<Arguments> endings() {
    return Stream.of(
        arguments(
            "cancel wins over everything",
            facts("bob", true, Run.VerdictKind.FAIL, Reason.RECONCILE, true, 1),
            new Outcome.Cancelled("bob")),
        arguments(
            "done wins over a stop that came afterwards",
            facts(null, true, Run.VerdictKind.PAUSE, Reason.OPERATOR, true, 1),
            new Outcome.Completed()),
        arguments(
            "a recorded failure fails although the engine was stopped",
            facts(null, false, Run.VerdictKind.FAIL, Reason.SKIP_LIMIT, true, 1),
            new Outcome.Failed(Reason.SKIP_LIMIT, "some text")),
        arguments(
            "an operator's pause names who",
            facts(null, false, Run.VerdictKind.PAUSE, Reason.OPERATOR, true, 1),
            new Outcome.Paused(Reason.OPERATOR, "ann", "some text", LATER)),
        arguments(
            "an outage keeps the not-before",
            facts(null, false, Run.VerdictKind.PAUSE, Reason.THROTTLED, true, 9),
            new Outcome.Paused(Reason.THROTTLED, "ann", "some text", LATER)),
        arguments(
            "the third unexpected end in a row without progress fails",
            facts(null, false, Run.VerdictKind.PAUSE, Reason.INTERNAL, true, 3),
            new Outcome.Failed(Reason.INTERNAL, "some text (3 times in a row without progress)")),
        arguments(
            "the second pauses",
            facts(null, false, Run.VerdictKind.PAUSE, Reason.INTERNAL, true, 2),
            new Outcome.Paused(Reason.INTERNAL, null, "some text", null)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endings")
  void everyEndingHasItsOutcome(String name, Outcomes.Facts facts, Outcome expected) {
    assertEquals(expected, Outcomes.decide(facts), name);
  }

  @Test
  void aStopThatNobodyRecordedCameFromTheEngine() {
    Outcome outcome =
        Outcomes.decide(new Outcomes.Facts(null, false, null, null, null, null, null, true, 1));
    assertEquals(Reason.ENGINE_STOP, assertInstanceOf(Outcome.Paused.class, outcome).reason());
  }

  @Test
  void anEndThatNothingExplainsIsUnexpected() {
    Outcome outcome =
        Outcomes.decide(new Outcomes.Facts(null, false, null, null, null, null, null, false, 1));
    assertEquals(Reason.INTERNAL, assertInstanceOf(Outcome.Paused.class, outcome).reason());
  }

  static Stream<Arguments> exitStatuses() {
    return Stream.of(
        arguments(new Outcome.Completed(), "COMPLETED"),
        arguments(
            new Outcome.Paused(Reason.OPERATOR, "ann", "paused by ann", null),
            "Error: PAUSED OPERATOR by ann"),
        arguments(
            new Outcome.Paused(Reason.ENGINE_STOP, null, "long text", null),
            "Error: PAUSED ENGINE_STOP"),
        arguments(
            new Outcome.Paused(Reason.SERVER_RESTART, null, "long text", null),
            "Error: PAUSED SERVER_RESTART"),
        arguments(
            new Outcome.Paused(Reason.TIMEOUT, null, "no byte for 30 s", null),
            "Error: PAUSED TIMEOUT no byte for 30 s"),
        arguments(
            new Outcome.Failed(Reason.RECONCILE, "3 blobs failed"),
            "Error: FAILED RECONCILE 3 blobs failed"),
        arguments(new Outcome.Cancelled("ann"), "Error: CANCELLED by ann"),
        arguments(
            new Outcome.Paused(Reason.TIMEOUT, null, "naïve\nline \u0007😀", null),
            "Error: PAUSED TIMEOUT na?ve line  ?"));
  }

  @ParameterizedTest
  @MethodSource("exitStatuses")
  void theExitStatusTellsTheError(Outcome outcome, String expected) {
    assertEquals(expected, Outcomes.exitStatus(outcome));
  }

  @Test
  void theExitStatusIsPrintableAsciiOfAtMost200Bytes() {
    String text =
        Outcomes.exitStatus(new Outcome.Paused(Reason.TIMEOUT, null, "é😀x".repeat(300), null));
    assertTrue(text.getBytes(StandardCharsets.UTF_8).length <= 200);
    assertTrue(text.chars().allMatch(c -> c >= ' ' && c <= '~'));
  }

  @Test
  void eachRunStatusHasOneEngineStatus() {
    assertEquals(BatchStatus.STOPPED, Outcomes.engineStatus(RunStatus.PAUSED));
    assertEquals(BatchStatus.COMPLETED, Outcomes.engineStatus(RunStatus.COMPLETED));
    assertEquals(BatchStatus.FAILED, Outcomes.engineStatus(RunStatus.FAILED));
    assertEquals(BatchStatus.ABANDONED, Outcomes.engineStatus(RunStatus.CANCELLED));
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void everyReasonFitsIntoAnExitStatusThatTheConsoleShows(Reason reason) {
    assertTrue(
        Outcomes.exitStatus(new Outcome.Paused(reason, "ann", "text", null))
            .startsWith("Error: PAUSED " + reason.name()));
  }
}
