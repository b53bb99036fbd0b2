package dev.cairn.migration;

import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import java.util.Optional;

/** How many blobs may fail or be missing before a run does not go on. Pure. */
final class Limits {
  private static final int FIRST_BLOBS = 100;

  private Limits() {}

  /** The verdict that these counts call for, or empty while the run may go on. */
  static Optional<Verdict> check(Counters totals, MigrationSettings settings) {
    if (totals.failed() > settings.skipLimit()) {
      return Optional.of(
          new Verdict.Fail(
              Reason.SKIP_LIMIT,
              totals.failed()
                  + " blobs failed for good, more than skip-limit "
                  + settings.skipLimit()
                  + " allows; see the findings"));
    }
    if (totals.sourceMissing() >= FIRST_BLOBS && totals.copied() + totals.skipped() == 0) {
      return Optional.of(
          new Verdict.Pause(
              Reason.NOTHING_FOUND,
              "none of the first "
                  + totals.sourceMissing()
                  + " registered blobs is at the source; check bucket, root and prefix of its entry"));
    }
    if (totals.sourceMissing() > settings.missingLimit()) {
      return Optional.of(
          new Verdict.Pause(
              Reason.MISSING,
              totals.sourceMissing()
                  + " registered blobs are missing at the source, more than missing-limit "
                  + settings.missingLimit()
                  + " allows; see the findings"));
    }
    return Optional.empty();
  }
}
