package dev.cairn.admin.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.job.RunStatus;
import dev.cairn.migration.CopyOutcome;
import dev.cairn.migration.Counters;
import dev.cairn.outcome.Finding;
import dev.cairn.outcome.Reason;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RunFactsTest {
  private static final CopyOutcome MISSING =
      new CopyOutcome(
          CopyOutcome.Kind.SOURCE_MISSING,
          0,
          Optional.of(new Finding("key", Finding.Kind.SOURCE_MISSING, "gone")));
  private static final Set<Reason> CLEAR_BY_THEMSELVES =
      EnumSet.of(
          Reason.ENGINE_STOP,
          Reason.SERVER_RESTART,
          Reason.INTERNAL,
          Reason.TIMEOUT,
          Reason.UNAVAILABLE,
          Reason.CONNECTION,
          Reason.THROTTLED);

  @ParameterizedTest
  @CsvSource({
    "STARTING, false, ", "RUNNING, false, ", "PAUSING, false, ", "PAUSED, false, 8",
    "PAUSED, true, 8", "COMPLETED, false, 0", "COMPLETED, true, 4", "FAILED, false, 12",
    "FAILED, true, 12", "CANCELLED, false, 12", "CANCELLED, true, 12"
  })
  void exitCodeIsNeverZeroWhenAnythingFailed(
      RunStatus status, boolean failures, @Nullable Integer code) {
    Counters counters = failures ? Counters.of(List.of(MISSING)) : new Counters();
    assertEquals(code, RunFacts.exitCode(status, counters));
  }

  @ParameterizedTest
  @EnumSource
  void onlyPausedRunsAreResumable(RunStatus status) {
    assertEquals(status == RunStatus.PAUSED, RunFacts.resumable(status));
  }

  @ParameterizedTest
  @EnumSource
  void pauseIsRetryableWhenItsCauseClearsByItself(Reason cause) {
    assertEquals(CLEAR_BY_THEMSELVES.contains(cause), RunFacts.retryable(RunStatus.PAUSED, cause));
    assertEquals(false, RunFacts.retryable(RunStatus.FAILED, cause));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, false, 0",
    "0, 0, true, 100",
    "3, 1, false, 33",
    "1000, 999, false, 99",
    "1000, 1000, false, 100",
    "1000, 1010, false, 100",
    "9000000000000000000, 8999999999999999999, true, 100"
  })
  void percentIsHundredOnlyWhenNothingIsLeft(
      long planned, long scanned, boolean completed, int percent) {
    assertEquals(percent, RunFacts.percent(planned, scanned, completed));
  }
}
