package dev.cairn.job;

import dev.cairn.catalog.Node;
import dev.cairn.outcome.Reason;
import jakarta.batch.runtime.BatchStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Compares the engine's executions with our runs and brings the two together: what a dead server
 * left, what ended without being settled, what does not come to its stop, what was cancelled.
 * Thread-safe; one tick at a time.
 */
@ApplicationScoped
public class Supervisor {
  private static final Logger LOG = Logger.getLogger(Supervisor.class);
  private static final Set<BatchStatus> ENDED =
      EnumSet.of(BatchStatus.FAILED, BatchStatus.STOPPED, BatchStatus.COMPLETED);

  private @Inject RunQueries queries;
  private @Inject RunStore store;
  private @Inject EngineRows rows;
  private @Inject Engine engine;
  private @Inject LiveRuns live;
  private @Inject Settlement settlement;
  private @Inject RunControl control;
  private @Inject RunTimings timings;
  private @Inject Node node;
  private @Inject Clock clock;

  private final Set<Long> discarded = ConcurrentHashMap.newKeySet();
  private final Set<Long> toAbandon = ConcurrentHashMap.newKeySet();
  private volatile long deadUpTo;
  private volatile boolean woken;

  /**
   * Must be called once, before anything can start: every execution that is there now belongs to a
   * server that is gone.
   */
  public void boot() {
    deadUpTo = rows.newest();
    tick();
    queries.inStatus(EnumSet.of(RunStatus.STARTING)).forEach(this::settleUnbegun);
  }

  /** Asks for a tick soon. */
  void wake() {
    woken = true;
  }

  /** True once after {@link #wake}. */
  public boolean takeWake() {
    boolean was = woken;
    woken = false;
    return was;
  }

  /** Says that an execution touched nothing and must not count as the newest of its instance. */
  void discard(long executionId) {
    discarded.add(executionId);
    wake();
  }

  /** One comparison. */
  public synchronized void tick() {
    buryDeadExecutions();
    queries.inStatus(RunStatus.LIVE).forEach(this::check);
    abandonCancelled();
    removeDiscarded();
  }

  private void buryDeadExecutions() {
    for (EngineRows.Row row : rows.withoutEnd(deadUpTo)) {
      Optional<Run> run = queries.findByInstance(row.instanceId());
      String exitStatus = run.map(this::settleDead).orElse("Error: FAILED " + Reason.NEVER_STARTED);
      rows.stopped(row.executionId(), exitStatus);
      run.filter(r -> queries.find(r.id()).orElseThrow().status() == RunStatus.CANCELLED)
          .ifPresent(r -> toAbandon.add(row.executionId()));
      LOG.warnf(
          "execution=%d of a server that is gone was brought to its end: %s",
          row.executionId(), exitStatus);
    }
  }

  private String settleDead(Run run) {
    if (run.status().terminal() || run.status() == RunStatus.PAUSED) {
      return Outcomes.exitStatus(run);
    }
    if (run.verdict() != null || settlement.done(run.id())) {
      return settlement.settle(run.id(), run.epoch(), true);
    }
    Outcome outcome =
        new Outcome.Paused(
            Reason.SERVER_RESTART,
            null,
            "the server ended while the run was going; resume continues from the cursor",
            null);
    store.settle(run.id(), run.epoch(), outcome, run.internalMark());
    LOG.warnf("run=%s outcome=paused cause=%s", run.id(), Reason.SERVER_RESTART);
    return Outcomes.exitStatus(outcome);
  }

  private void check(Run run) {
    Long execution = run.executionId();
    switch (run.status()) {
      case STARTING -> checkStarting(run);
      case RUNNING, PAUSING -> {
        if (execution == null) {
          checkStarting(run);
        } else if (run.owner() != null && node.earlierBootOf(run.owner())) {
          settleDead(run);
        } else if (abandonedByEngine(execution)) {
          cancelForEngine(run);
        } else if (!live.contains(execution) && engine.ended(execution)) {
          settlement.settle(run.id(), run.epoch(), stoppedByEngine(execution));
        } else if (run.status() == RunStatus.PAUSING) {
          checkPausing(run);
        }
      }
      case PAUSED -> {
        if (execution != null && abandonedByEngine(execution)) {
          cancelForEngine(run);
        }
      }
      case COMPLETED, FAILED, CANCELLED -> {
        // nothing will change any more
      }
    }
  }

  private void cancelForEngine(Run run) {
    if (settlement.done(run.id())) {
      settlement.settle(run.id(), run.epoch(), true);
    } else {
      store.cancel(run.id(), "engine");
    }
  }

  private boolean stoppedByEngine(long execution) {
    return engine.status(execution).filter(s -> s == BatchStatus.STOPPED).isPresent();
  }

  private boolean abandonedByEngine(long execution) {
    return engine.status(execution).filter(s -> s == BatchStatus.ABANDONED).isPresent();
  }

  private void checkStarting(Run run) {
    Instant began = run.updatedAt();
    if (began.plus(timings.neverStarted()).isBefore(clock.instant())) {
      settleUnbegun(run);
    }
  }

  private void settleUnbegun(Run run) {
    if (run.instanceId() == null) {
      store.settle(
          run.id(),
          run.epoch(),
          new Outcome.Failed(Reason.NEVER_STARTED, "the engine never began it; start a new run"),
          run.internalMark());
      LOG.errorf("run=%s outcome=failed cause=%s", run.id(), Reason.NEVER_STARTED);
    } else if (run.executionId() != null && engine.ended(run.executionId())) {
      store.undoResume(run);
    }
  }

  private void checkPausing(Run run) {
    control.stopSegment(run);
    Instant since = run.pausingSince();
    if (since == null || since.plus(timings.pause()).isAfter(clock.instant())) {
      return;
    }
    int stuck = live.ofRun(run.id()).map(r -> Math.max(1, r.stuckThreads().get())).orElse(1);
    Outcome outcome =
        new Outcome.Paused(
            run.cause() == null ? Reason.INTERNAL : run.cause(),
            run.causeBy(),
            run.errorMessage() + " (at least " + stuck + " threads have not come to their end)",
            run.notBefore());
    store.settle(run.id(), run.epoch(), outcome, run.internalMark());
    LOG.errorf("run=%s outcome=paused stuck-threads=%d", run.id(), stuck);
  }

  /** A cancelled run's execution is stopped, and abandoned once it has come to its end. */
  void cancelled(long executionId) {
    toAbandon.add(executionId);
    wake();
  }

  private void abandonCancelled() {
    for (Iterator<Long> ids = toAbandon.iterator(); ids.hasNext(); ) {
      long id = ids.next();
      Optional<BatchStatus> status = engine.status(id);
      if (status.isEmpty() || status.get() == BatchStatus.ABANDONED) {
        ids.remove();
      } else if (ENDED.contains(status.get()) && engine.ended(id) && !live.contains(id)) {
        engine.abandon(id);
        ids.remove();
      } else {
        engine.stop(id);
      }
    }
  }

  private void removeDiscarded() {
    for (long id : List.copyOf(discarded)) {
      if (engine.ended(id) && !live.contains(id)) {
        rows.remove(id);
        discarded.remove(id);
      }
    }
  }
}
