package dev.cairn.job;

import jakarta.batch.api.listener.JobListener;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import org.jboss.logging.Logger;

/**
 * Settles the run when its execution ends, on the job's main thread, where an exit status can be
 * set.
 */
@Dependent
@Named("runListener")
public class RunListener implements JobListener {
  private static final Logger LOG = Logger.getLogger(RunListener.class);

  private @Inject JobContext job;
  private @Inject LiveRuns live;
  private @Inject RunQueries queries;
  private @Inject RunStore store;
  private @Inject Settlement settlement;
  private @Inject Supervisor supervisor;
  private @Inject StatusBoard board;

  @Override
  public void beforeJob() {
    // everything begins in the step "open"
  }

  @Override
  public void afterJob() {
    long execution = job.getExecutionId();
    LiveRuns.Entry entry = live.remove(execution).orElse(null);
    if (entry == null) {
      LOG.warnf("execution=%d ended without having been opened", execution);
      return;
    }
    LiveRun run = entry.run();
    if (run != null) {
      run.close();
      job.setExitStatus(settlement.settle(run.runId(), run.epoch(), engineStopped()));
      board.refresh();
      supervisor.wake();
    } else {
      closeUnopened(entry);
    }
  }

  private boolean engineStopped() {
    BatchStatus status = job.getBatchStatus();
    return status == BatchStatus.STOPPING || status == BatchStatus.STOPPED;
  }

  private void closeUnopened(LiveRuns.Entry entry) {
    LOG.infof("execution=%d does not go on: %s", job.getExecutionId(), entry.result());
    Run seen = entry.settle();
    String exitStatus = entry.exitStatus();
    if (seen != null) {
      Run now = queries.find(seen.id()).orElseThrow();
      if (now.status() == RunStatus.STARTING) {
        store.undoResume(now);
      } else if (now.status() == RunStatus.PAUSING) {
        exitStatus = settlement.settle(now.id(), now.epoch(), true);
      } else if (now.status() == RunStatus.CANCELLED) {
        supervisor.cancelled(job.getExecutionId());
      }
    }
    if (exitStatus != null) {
      job.setExitStatus(exitStatus);
    }
    if (entry.result() == OpenResult.ALREADY_RUNNING) {
      supervisor.discard(job.getExecutionId());
    }
  }
}
