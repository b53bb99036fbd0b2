package dev.cairn.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cairn.migration.MigrationSettings.Verify;
import dev.cairn.migration.Reconciliation.Verdicts.Facts;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VerdictsTest {

  static Stream<Arguments> numbers() {
    return Stream.of(
        arguments(new Facts(0, 10, 10, 10, 0, 0, 7, 7), null, false),
        arguments(new Facts(0, 0, 0, 0, 0, 0, 7, 7), null, false),
        arguments(new Facts(1, 10, 10, 10, 0, 0, 7, 7), Reason.RECONCILE, true),
        arguments(new Facts(0, 10, 11, 10, 0, 0, 7, 7), Reason.RECONCILE, true),
        arguments(new Facts(0, 10, 10, 9, 0, 0, 7, 7), Reason.RECONCILE, true),
        arguments(new Facts(0, 10, 10, 11, 0, 0, 7, 7), Reason.RECONCILE, true),
        arguments(new Facts(0, 10, 10, 10, 0, 0, 6, 7), Reason.RECONCILE, true),
        arguments(new Facts(0, 10, 10, 10, 1, 0, 7, 7), Reason.RECONCILE, true),
        arguments(new Facts(0, 10, 10, 10, 1, 1, 7, 7), Reason.RECONCILE, true),
        arguments(new Facts(0, 10, 10, 10, 0, 1, 7, 7), Reason.MISSING, false));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void onlyNumbersThatAddUpLetTheCutoverHappen(
      Facts facts, @Nullable Reason reason, boolean fails) {
    Optional<Verdict> verdict = Reconciliation.Verdicts.of(facts);
    assertEquals(Optional.ofNullable(reason), verdict.map(Verdict::reason));
    assertEquals(fails, verdict.filter(v -> v instanceof Verdict.Fail).isPresent());
  }

  private static MigrationSettings settings(long skipLimit, long missingLimit) {
    return new MigrationSettings("archive", Verify.FULL, 32, 4, 8, 100, 5, skipLimit, missingLimit);
  }

  private static Counters counters(int copied, int failed, int missing) {
    return Counters.sum(
        List.of(
            Counters.of(Collections.nCopies(copied, CopyOutcome.copied(1))),
            Counters.of(
                Collections.nCopies(
                    failed, new CopyOutcome(CopyOutcome.Kind.FAILED, 0, Optional.empty()))),
            Counters.of(
                Collections.nCopies(
                    missing,
                    new CopyOutcome(CopyOutcome.Kind.SOURCE_MISSING, 0, Optional.empty())))));
  }

  static Stream<Arguments> limits() {
    return Stream.of(
        arguments(counters(5, 100, 0), null),
        arguments(counters(5, 101, 0), Reason.SKIP_LIMIT),
        arguments(counters(5, 0, 1000), null),
        arguments(counters(5, 0, 1001), Reason.MISSING),
        arguments(counters(0, 0, 99), null),
        arguments(counters(0, 0, 100), Reason.NOTHING_FOUND),
        arguments(counters(1, 0, 100), null));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void limitsStopARunThatGoesWrong(Counters totals, @Nullable Reason reason) {
    assertEquals(
        Optional.ofNullable(reason),
        Limits.check(totals, settings(100, 1000)).map(Verdict::reason));
  }

  @Test
  void scannedIsAlwaysTheSumOfTheOutcomes() {
    Counters counters = counters(3, 2, 4);
    assertEquals(9, counters.scanned());
    assertTrue(
        counters.scanned()
            == counters.copied()
                + counters.skipped()
                + counters.failed()
                + counters.sourceMissing()
                + counters.deleted());
    assertEquals(3, counters.bytesCopied());
  }
}
