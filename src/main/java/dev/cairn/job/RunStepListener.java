package dev.cairn.job;

import jakarta.batch.api.listener.StepListener;
import jakarta.batch.runtime.context.JobContext;
import jakarta.batch.runtime.context.StepContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Optional;

/**
 * Tells the run which step it is in, and turns a recorded failure into the step's exit status, on
 * which the job definitions fail the job.
 */
@Dependent
@Named("runStepListener")
public class RunStepListener implements StepListener {
  static final String RUN_FAILED = "RUN_FAILED";

  private @Inject JobContext job;
  private @Inject StepContext step;
  private @Inject LiveRuns live;
  private @Inject RunQueries queries;
  private @Inject RunStore store;
  private @Inject RunControl control;

  @Override
  public void beforeStep() {
    live.find(job.getExecutionId())
        .ifPresent(r -> store.phase(r.runId(), r.epoch(), step.getStepName()));
  }

  @Override
  public void afterStep() {
    Optional<LiveRun> run = live.find(job.getExecutionId());
    if (run.isEmpty()) {
      return;
    }
    Exception escaped = step.getException();
    if (escaped != null) {
      control.escaped(run.get(), escaped);
    }
    boolean failed =
        queries
            .find(run.get().runId())
            .filter(r -> r.verdict() == Run.VerdictKind.FAIL)
            .isPresent();
    if (failed) {
      step.setExitStatus(RUN_FAILED);
    }
  }
}
