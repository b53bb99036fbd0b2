package dev.cairn.job;

import dev.cairn.migration.MigrationSession;
import dev.cairn.outcome.StoppedException;
import dev.cairn.outcome.Verdict;
import jakarta.batch.api.AbstractBatchlet;
import jakarta.batch.runtime.context.JobContext;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * What the batchlets of a migration have in common: they find their segment, and turn what they
 * come to into a status.
 */
abstract class MigrationStep extends AbstractBatchlet {
  static final String DONE = "DONE";
  static final String PAUSED = "PAUSED";
  static final String OPEN_SKIPPED = "OPEN_SKIPPED";

  private @Inject JobContext job;
  private @Inject LiveRuns live;
  private @Inject RunControl control;

  /** Does the step's work; empty when the run goes on. */
  abstract Optional<Verdict> work(MigrationSession session);

  @Override
  public final String process() {
    Optional<LiveRun> run = live.find(job.getExecutionId());
    if (run.isEmpty()) {
      return OPEN_SKIPPED;
    }
    LiveRun segment = run.get();
    if (segment.signal().raised()) {
      return PAUSED;
    }
    try {
      Optional<Verdict> verdict = work(segment.session());
      verdict.ifPresent(v -> control.carryOut(segment, v));
    } catch (StoppedException e) {
      return PAUSED;
    } catch (RuntimeException e) {
      control.escaped(segment, e);
      throw e;
    }
    return segment.signal().raised() ? PAUSED : DONE;
  }
}
