package dev.cairn.admin.api;

import dev.cairn.admin.api.view.CountersView;
import dev.cairn.admin.api.view.RunView;
import dev.cairn.job.LiveRun;
import dev.cairn.job.LiveRuns;
import dev.cairn.job.ProgressMeter;
import dev.cairn.job.Run;
import dev.cairn.job.RunStatus;
import dev.cairn.job.Runs;
import dev.cairn.migration.Counters;
import dev.cairn.migration.Ledger;
import dev.cairn.migration.MigrationRecord;
import dev.cairn.migration.RangeRecord;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what is known about a run. The run's row is read first, so that a run shown as over
 * has its final counters. Thread-safe.
 */
@ApplicationScoped
class RunViews {
  private @Inject Runs runs;
  private @Inject Ledger ledger;
  private @Inject LiveRuns live;

  /** Everything about a run. */
  RunView of(Run run) {
    MigrationRecord migration = ledger.find(run.id()).orElse(null);
    List<RangeRecord> ranges = migration == null ? List.of() : ledger.ranges(run.id());
    Counters counters = sum(migration, ranges);
    RunView.ProgressView progress = migration == null ? null : progress(run, migration, counters);
    Optional<ProgressMeter> meter = live.ofRun(run.id()).map(LiveRun::progress);
    return new RunView(
        run.id(),
        run.job(),
        run.status().name(),
        run.phase(),
        run.cause() == null ? null : run.cause().name(),
        run.causeBy(),
        run.errorMessage(),
        run.notBefore(),
        RunFacts.exitCode(run.status(), counters),
        RunFacts.retryable(run.status(), run.cause()),
        RunFacts.resumable(run.status()),
        run.parameters(),
        migration == null ? null : migration.source(),
        migration == null ? null : migration.target(),
        CountersView.of(counters),
        progress,
        meter.flatMap(ProgressMeter::rate).map(RunView.RateView::of).orElse(null),
        meter.flatMap(m -> eta(m, migration, counters)).map(Duration::toSeconds).orElse(null),
        ranges.stream().map(RunView.RangeView::of).toList(),
        runs.segments(run.id()).stream().map(RunView.SegmentView::of).toList(),
        run.idempotencyKey(),
        run.startedBy(),
        run.createdAt(),
        run.startedAt(),
        run.finishedAt(),
        run.updatedAt());
  }

  private static Counters sum(@Nullable MigrationRecord migration, List<RangeRecord> ranges) {
    Counters bulk = Counters.sum(ranges.stream().map(RangeRecord::counters).toList());
    return migration == null ? bulk : Counters.sum(List.of(bulk, migration.caughtUp()));
  }

  private static RunView.ProgressView progress(
      Run run, MigrationRecord migration, Counters counters) {
    return new RunView.ProgressView(
        migration.rowsPlanned(),
        counters.scanned(),
        RunFacts.percent(
            migration.rowsPlanned(), counters.scanned(), run.status() == RunStatus.COMPLETED),
        Long.toString(migration.bytesPlanned()),
        Long.toString(counters.bytesCopied() + counters.bytesSkipped()));
  }

  private static Optional<Duration> eta(
      ProgressMeter meter, @Nullable MigrationRecord migration, Counters counters) {
    return migration == null
        ? Optional.empty()
        : meter.eta(
            Math.max(0, migration.rowsPlanned() - counters.scanned()),
            Math.max(
                0, migration.bytesPlanned() - counters.bytesCopied() - counters.bytesSkipped()));
  }
}
