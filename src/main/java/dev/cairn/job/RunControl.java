package dev.cairn.job;

import dev.cairn.migration.LostEpochException;
import dev.cairn.migration.PausePolicy;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

  private static final String SERVER_ENDS =
      "the server takes no work any more: it is being suspended or shut down";
  private static final Set<RunStatus> AT_WORK =
      EnumSet.of(RunStatus.STARTING, RunStatus.RUNNING, RunStatus.PAUSING);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private @Inject RunQueries queries;
  private @Inject RunStore store;
  private @Inject Engine engine;
  private @Inject LiveRuns live;

  /** Records a decision from outside and, when it is the first, brings the run to its stop. */
  boolean decide(Run run, RunStore.Decision decision) {
    boolean first = store.decide(run.id(), run.epoch(), decision);
    if (first) {
      log(run.id(), decision);
      stopSegment(run);
    }
    return first;
  }

  /**
   * Stops the segment a run was in when it was read, unless it is being stopped already. A segment
   * that has begun since, with a resume, is left alone.
   */
  void stopSegment(Run seen) {
    live.ofRun(seen.id())
        .filter(r -> r.epoch() == seen.epoch() && !r.signal().raised())
        .ifPresent(this::stop);
  }

  /**
   * Pauses everything that works here because the server ends, and waits until it is recorded.
   *
   * @param patience longest wait
   * @return false when something was still at work after that
   */
  public boolean pauseForShutdown(Duration patience) {
    List<LiveRun> working = List.copyOf(live.all());
    for (LiveRun run : working) {
      record(
          run,
          new RunStore.Decision(
              Run.VerdictKind.PAUSE, Reason.ENGINE_STOP, null, SERVER_ENDS, null));
      try {
        engine.stop(run.executionId());
      } catch (RuntimeException e) {
        LOG.debugf(e, "run=%s: the engine is down already", run.runId());
      }
      run.signal().raise();
    }
    long end = System.nanoTime() + patience.toNanos();
    boolean settled = working.stream().allMatch(this::settled);
    while (!settled && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(POLL_NANOS);
      settled = working.stream().allMatch(this::settled);
    }
    return settled;
  }

  private boolean settled(LiveRun run) {
    return queries
        .find(run.runId())
        .filter(r -> r.epoch() == run.epoch() && AT_WORK.contains(r.status()))
        .isEmpty();
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
      carryOut(run, new Verdict.Pause(Reason.ENGINE_STOP, SERVER_ENDS));
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
