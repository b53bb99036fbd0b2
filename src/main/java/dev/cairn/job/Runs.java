package dev.cairn.job;

import dev.cairn.outcome.Reason;
import jakarta.batch.operations.BatchRuntimeException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** What an operator does with runs: start, pause, resume, cancel, look. Thread-safe. */
@ApplicationScoped
public class Runs {
  private static final Logger LOG = Logger.getLogger(Runs.class);
  private static final long STILL_STOPPING_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String KEY = "Idempotency-Key";
  private static final int KEY_CHARS = 255;

  private @Inject RunQueries queries;
  private @Inject RunStore store;
  private @Inject RunCreation creation;
  private @Inject RunControl control;
  private @Inject Supervisor supervisor;
  private @Inject LiveRuns live;
  private @Inject Engine engine;
  private @Inject AuditTrail audit;
  private @Inject StartChecks checks;
  private @Inject StatusBoard board;
  private @Inject Clock clock;

  /**
   * A run that a start answered with.
   *
   * @param runId the run
   * @param created false when the same key had started it before
   */
  public record Started(String runId, boolean created) {}

  /**
   * Starts a job. The run goes on by itself; this returns as soon as it is stored and handed to the
   * engine.
   *
   * @param job name of the job
   * @param given parameters
   * @param who who asks
   * @param key key under which a repeated request finds the same run, or null
   * @throws NoSuchRunException when there is no such job
   * @throws InvalidParameterException naming the parameter
   * @throws ConflictException when the lock is held, or the key was used with other parameters
   */
  public Started start(String job, Map<String, String> given, String who, @Nullable String key) {
    JobDefinition definition =
        JobCatalogue.find(job)
            .orElseThrow(() -> new NoSuchRunException("there is no job named '" + job + "'"));
    Map<String, String> parameters = definition.complete(given);
    Optional<Run> earlier = key == null ? Optional.empty() : sameKey(definition, key, parameters);
    if (earlier.isPresent()) {
      return new Started(earlier.get().id(), false);
    }
    checks.check(definition, parameters);
    Run run = new Run(RunIds.next(clock.instant()), definition, parameters, who, clock.instant());
    run.key(key);
    try {
      creation.create(run);
    } catch (ConflictException | PersistenceException e) {
      return startedMeanwhile(definition, key, parameters).orElseThrow(() -> e);
    }
    audit.record(who, "start", run.id(), job + " " + parameters);
    launch(run);
    return new Started(run.id(), true);
  }

  /** The run that a request with the same key has stored since this one looked for it. */
  private Optional<Started> startedMeanwhile(
      JobDefinition job, @Nullable String key, Map<String, String> parameters) {
    return key == null
        ? Optional.empty()
        : sameKey(job, key, parameters).map(run -> new Started(run.id(), false));
  }

  private Optional<Run> sameKey(JobDefinition job, String key, Map<String, String> parameters) {
    if (key.isEmpty()
        || key.length() > KEY_CHARS
        || key.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidParameterException(
          Reason.INVALID_PARAMETER.name(),
          KEY,
          "must have 1 to " + KEY_CHARS + " characters and no control characters");
    }
    Optional<Run> run = queries.findByKey(job.name(), key);
    run.filter(r -> !r.parameters().equals(parameters))
        .ifPresent(
            r -> {
              throw new ConflictException(
                  ConflictException.Code.PARAMETERS_DIFFER,
                  r.id(),
                  KEY,
                  "the key was used for run " + r.id() + " with parameters " + r.parameters());
            });
    return run;
  }

  private void launch(Run run) {
    try {
      engine.start(run.job(), run.id());
    } catch (BatchRuntimeException e) {
      LOG.errorf(e, "run=%s the engine did not start it", run.id());
      store.settle(
          run.id(),
          run.epoch(),
          new Outcome.Failed(
              Reason.NEVER_STARTED, "the engine did not start it; see the server's log"),
          run.internalMark());
    }
  }

  /**
   * Pauses a run. It comes to a stop within seconds; what is recorded is kept.
   *
   * @return true when this request began the pause, false when it was pausing or paused already
   * @throws NoSuchRunException when there is no such run
   * @throws ConflictException when it is over
   */
  public boolean pause(String runId, String who) {
    Run run = get(runId);
    switch (run.status()) {
      case PAUSING, PAUSED -> {
        return false;
      }
      case STARTING, RUNNING -> {
        boolean first =
            control.decide(
                run,
                new RunStore.Decision(
                    Run.VerdictKind.PAUSE, Reason.OPERATOR, who, "paused by " + who, null));
        if (!first) {
          Run now = get(runId);
          if (now.status().terminal() || now.status() == run.status()) {
            throw wrongState(now, "paused");
          }
        }
        audit.record(who, "pause", runId, "");
        supervisor.wake();
        return first;
      }
      case COMPLETED, FAILED, CANCELLED -> throw wrongState(run, "paused");
    }
    throw wrongState(run, "paused");
  }

  /**
   * Resumes a paused run from where it stands.
   *
   * @param given parameters, which must be those of the start; may be empty
   * @return true when this request began it, false when it was running already
   * @throws NoSuchRunException when there is no such run
   * @throws ConflictException when it is not paused, still comes to its stop, or has other
   *     parameters
   */
  public boolean resume(String runId, Map<String, String> given, String who) {
    Run run = get(runId);
    refuseOtherParameters(run, given);
    switch (run.status()) {
      case STARTING, RUNNING -> {
        return false;
      }
      case PAUSED -> {
        Long execution = run.executionId();
        if (execution == null) {
          throw wrongState(run, "resumed");
        }
        awaitEnd(runId, execution);
        if (!store.beginResume(run)) {
          return false;
        }
        audit.record(who, "resume", runId, "");
        restart(run, execution);
        return true;
      }
      case PAUSING, COMPLETED, FAILED, CANCELLED -> throw wrongState(run, "resumed");
    }
    throw wrongState(run, "resumed");
  }

  private static void refuseOtherParameters(Run run, Map<String, String> given) {
    given.forEach(
        (name, value) -> {
          if (!value.equals(run.parameters().get(name))) {
            throw new ConflictException(
                ConflictException.Code.PARAMETERS_DIFFER,
                run.id(),
                name,
                name
                    + ": the run has '"
                    + run.parameters().get(name)
                    + "', its parameters are fixed;"
                    + " resume without it, or cancel and start a new run");
          }
        });
  }

  private void awaitEnd(String runId, long execution) {
    long end = System.nanoTime() + STILL_STOPPING_NANOS;
    while (live.contains(execution) || !engine.ended(execution)) {
      if (System.nanoTime() - end > 0) {
        throw new ConflictException(
            ConflictException.Code.STILL_STOPPING,
            runId,
            "the last segment still comes to its end; try again in a few seconds");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void restart(Run run, long execution) {
    try {
      engine.restart(execution);
    } catch (BatchRuntimeException e) {
      store.undoResume(get(run.id()));
      throw new ConflictException(
          ConflictException.Code.STILL_STOPPING,
          run.id(),
          "the engine did not restart execution " + execution + ": " + e.getMessage());
    }
  }

  /**
   * Cancels a run, at once: its workers can write nothing any more and the gate is open.
   *
   * @return true when this request cancelled it, false when it was cancelled already
   * @throws NoSuchRunException when there is no such run
   * @throws ConflictException when it is over or has cut over
   */
  public boolean cancel(String runId, String who) {
    Run run = get(runId);
    if (run.status() == RunStatus.CANCELLED) {
      return false;
    }
    if (store.cancel(runId, who).isEmpty()) {
      throw wrongState(get(runId), "cancelled");
    }
    board.refresh();
    audit.record(who, "cancel", runId, "");
    live.ofRun(runId).ifPresent(control::stop);
    Long execution = run.executionId();
    if (execution != null) {
      supervisor.cancelled(execution);
    }
    return true;
  }

  private static ConflictException wrongState(Run run, String what) {
    return new ConflictException(
        ConflictException.Code.WRONG_STATE,
        run.id(),
        "run " + run.id() + " is " + run.status() + " and cannot be " + what);
  }

  /**
   * The run of this id.
   *
   * @throws NoSuchRunException when there is none
   */
  public Run get(String runId) {
    return queries
        .find(runId)
        .orElseThrow(() -> new NoSuchRunException("there is no run '" + runId + "'"));
  }

  /** One page of runs, newest first; see {@link RunQueries#page}. */
  public List<Run> page(
      @Nullable String job, @Nullable RunStatus status, @Nullable String before, int limit) {
    return queries.page(job, status, before, limit);
  }

  /** Segments of a run, oldest first. */
  public List<Segment> segments(String runId) {
    return queries.segments(runId);
  }

  /** The live run of a job, or empty. */
  public Optional<Run> liveRun(JobDefinition job) {
    return job.lock() == null ? Optional.empty() : queries.lockHolder(job.lock());
  }
}
