package dev.cairn.job;

import dev.cairn.migration.LostEpochException;
import dev.cairn.migration.PausePolicy;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.logging.Logger;

/**
 * Brings a run to its stop from inside or outside. The order matters: first the decision is
 * recorded, then the engine is told to stop, then the flag is raised, so that readers which end
 * because of the flag leave their partitions STOPPED, not COMPLETED. Thread-safe; must be called on
 * threads that belong to the deployment, never on a copy's.
 */
@ApplicationScoped
public class RunControl {
  private static final Logger LOG = Logger.getLogger(RunControl.class);

  private @Inject RunStore store;
  private @Inject Engine engine;
  private @Inject LiveRuns live;

  /** Records a decision from outside and, when it is the first, brings the run to its stop. */
  boolean decide(Run run, RunStore.Decision decision) {
    boolean first = store.decide(run.id(), run.epoch(), decision);
    if (first) {
      log(run.id(), decision);
      live.ofRun(run.id()).ifPresent(this::stop);
    }
    return first;
  }

  /** Tells the engine to stop a run's segment and raises its flag. */
  void stop(LiveRun run) {
    engine.stop(run.executionId());
    run.signal().raise();
  }

  /** Carries out a verdict that a step came to. */
  void carryOut(LiveRun run, Verdict verdict) {
    if (verdict instanceof Verdict.Pause p) {
      record(
          run,
          new RunStore.Decision(Run.VerdictKind.PAUSE, p.reason(), null, p.text(), p.notBefore()));
      stop(run);
    } else {
      record(
          run,
          new RunStore.Decision(
              Run.VerdictKind.FAIL, verdict.reason(), null, verdict.text(), null));
      run.signal().raise();
    }
  }

  /**
   * Stops a run because something escaped from a step: a storage failure by its kind, a refusal by
   * the server's executor, which comes as soon as the server is suspended and often before the
   * engine's own stop, as ENGINE_STOP, anything else as INTERNAL.
   */
  void escaped(LiveRun run, Throwable failure) {
    if (failure instanceof LostEpochException) {
      LOG.warnf("run=%s execution=%d: %s", run.runId(), run.executionId(), failure.getMessage());
      stop(run);
    } else if (failure instanceof RetryableStoreException store) {
      carryOut(run, PausePolicy.pause(store));
    } else if (failure instanceof PermanentStoreException store) {
      carryOut(run, PausePolicy.pause(store));
    } else if (failure instanceof RejectedExecutionException) {
      carryOut(
          run,
          new Verdict.Pause(
              Reason.ENGINE_STOP,
              "the server takes no work any more: it is being suspended or shut down"));
    } else if (run.signal().raised()) {
      LOG.debugf(failure, "run=%s: after the flag was raised", run.runId());
    } else {
      LOG.errorf(failure, "run=%s: unexpected failure", run.runId());
      carryOut(
          run,
          new Verdict.Pause(
              Reason.INTERNAL,
              "unexpected " + failure.getClass().getSimpleName() + ": " + failure.getMessage()));
    }
  }

  private void record(LiveRun run, RunStore.Decision decision) {
    try {
      if (store.decide(run.runId(), run.epoch(), decision)) {
        log(run.runId(), decision);
      }
    } catch (RuntimeException e) {
      LOG.errorf(
          e, "run=%s: the decision %s could not be recorded", run.runId(), decision.reason());
    }
  }

  private static void log(String runId, RunStore.Decision decision) {
    LOG.infof(
        "run=%s decision=%s cause=%s %s",
        runId, decision.kind(), decision.reason(), Texts.ascii(decision.text(), 500));
  }
}
