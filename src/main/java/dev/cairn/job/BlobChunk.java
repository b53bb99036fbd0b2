package dev.cairn.job;

import dev.cairn.migration.ChunkWork;
import jakarta.batch.runtime.context.JobContext;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What reader, processor, writer and checkpoint of one partition share: the work itself, kept in
 * the step context, and the rule that whatever escapes brings the whole run to its stop.
 */
@Dependent
class BlobChunk {
  private @Inject JobContext job;
  private @Inject StepContext step;
  private @Inject LiveRuns live;
  private @Inject RunControl control;

  /** The segment, or empty when the step was reached past {@code open}. */
  Optional<LiveRun> segment() {
    return live.find(job.getExecutionId());
  }

  void begin(ChunkWork work) {
    step.setTransientUserData(work);
  }

  /** The work, or null when the step was reached past {@code open}. */
  @Nullable ChunkWork work() {
    return (ChunkWork) step.getTransientUserData();
  }

  /** Stops the run when a copy failed or a limit was passed. */
  void checkFailure() {
    ChunkWork work = work();
    Optional<LiveRun> run = segment();
    if (work == null || run.isEmpty()) {
      return;
    }
    Throwable failure = work.failure();
    if (failure != null && !run.get().signal().raised()) {
      control.escaped(run.get(), failure);
    }
    work.verdict().ifPresent(v -> control.carryOut(run.get(), v));
  }

  /** Stops the run because of an exception, before it goes on to the engine. */
  void escaped(Throwable failure) {
    segment().ifPresent(r -> control.escaped(r, failure));
  }

  /**
   * True when an exception should not reach the engine: the run stops, and its partitions end as
   * stopped.
   */
  boolean stopping() {
    return segment().map(r -> r.signal().raised()).orElse(false);
  }

  void close() {
    ChunkWork work = work();
    if (work != null) {
      int stuck = work.close();
      segment().ifPresent(r -> r.stuckThreads().addAndGet(stuck));
    }
  }
}
