package dev.cairn.job;

import dev.cairn.catalog.Node;
import dev.cairn.migration.Ledger;
import dev.cairn.migration.Phase;
import dev.cairn.outcome.Reason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.jboss.logging.Logger;

/**
 * What the first step of every job does: it finds or adopts the run, takes its lease, or says why
 * the execution must not go on. Thread-safe.
 */
@ApplicationScoped
class Opening {
  private static final Logger LOG = Logger.getLogger(Opening.class);
  private static final String CONSOLE = "console";
  private static final String ENGINE_PREFIX = "jberet.";

  private @Inject RunQueries queries;
  private @Inject RunStore store;
  private @Inject RunCreation creation;
  private @Inject StartChecks checks;
  private @Inject Ledger ledger;
  private @Inject Node node;
  private @Inject RunTimings timings;
  private @Inject Clock clock;

  /**
   * The execution that asks.
   *
   * @param job id of the job
   * @param instanceId engine's instance
   * @param executionId engine's execution
   * @param parameters engine's parameters of the execution
   */
  record Execution(String job, long instanceId, long executionId, Properties parameters) {}

  LiveRuns.Entry open(Execution execution) {
    Optional<Run> bound = queries.findByInstance(execution.instanceId());
    if (bound.isPresent()) {
      return reopen(execution, bound.get());
    }
    Map<String, String> given = given(execution);
    String runId = given.get(Engine.RUN);
    return runId != null ? openStarted(execution, runId, given) : adopt(execution, given);
  }

  private static Map<String, String> given(Execution execution) {
    Map<String, String> given = new TreeMap<>();
    for (String name : execution.parameters().stringPropertyNames()) {
      if (!Engine.OWN_PARAMETERS.contains(name)) {
        given.put(name, execution.parameters().getProperty(name));
      }
    }
    return given;
  }

  private LiveRuns.Entry openStarted(Execution execution, String runId, Map<String, String> given) {
    Optional<Run> run = queries.find(runId);
    boolean own = given.size() == 1 && run.isPresent() && unbound(run.get(), execution);
    if (own && run.get().status().terminal()) {
      store.bind(runId, execution.instanceId(), execution.executionId());
      return finished(run.get());
    }
    if (!own || !startable(run.get())) {
      return invalid(
          Engine.RUN, "is set by the application only; start with the declared parameters");
    }
    store.bind(runId, execution.instanceId(), execution.executionId());
    return lease(execution, queries.find(runId).orElseThrow());
  }

  private static boolean unbound(Run run, Execution execution) {
    return run.instanceId() == null && run.job().equals(execution.job());
  }

  private static boolean startable(Run run) {
    return run.status() == RunStatus.STARTING || run.status() == RunStatus.PAUSING;
  }

  private LiveRuns.Entry adopt(Execution execution, Map<String, String> given) {
    for (String name : given.keySet()) {
      if (name.startsWith(ENGINE_PREFIX)) {
        return invalid(name, "is not accepted; start with the declared parameters");
      }
    }
    JobDefinition job = JobCatalogue.find(execution.job()).orElseThrow();
    try {
      Map<String, String> parameters = job.complete(given);
      checks.check(job, parameters);
      Run run = new Run(RunIds.next(clock.instant()), job, parameters, CONSOLE, clock.instant());
      creation.create(run);
      store.bind(run.id(), execution.instanceId(), execution.executionId());
      LOG.infof(
          "run=%s adopted execution=%d started through the engine",
          run.id(), execution.executionId());
      return lease(execution, queries.find(run.id()).orElseThrow());
    } catch (InvalidParameterException e) {
      return ended(OpenResult.INVALID_PARAMETER, "Error: " + e.code() + " " + e.getMessage());
    } catch (ConflictException e) {
      return ended(
          OpenResult.LOCK_HELD,
          "Error: " + e.code() + " by run " + e.runId() + "; " + e.getMessage());
    }
  }

  private LiveRuns.Entry reopen(Execution execution, Run run) {
    if (run.status() == RunStatus.COMPLETED || cutOver(run)) {
      return complete(run);
    }
    if (run.status().terminal()) {
      return finished(run);
    }
    if ((run.status() == RunStatus.RUNNING || run.status() == RunStatus.PAUSING) && alive(run)) {
      return ended(OpenResult.ALREADY_RUNNING, "Error: ALREADY_RUNNING");
    }
    if (tooEarly(run) || otherParameters(execution, run)) {
      return waiting(execution, run);
    }
    return lease(execution, run);
  }

  private boolean cutOver(Run run) {
    return ledger.find(run.id()).filter(m -> m.phase() == Phase.CUT_OVER).isPresent();
  }

  private LiveRuns.Entry complete(Run run) {
    store.settle(run.id(), run.epoch(), new Outcome.Completed(), run.internalMark());
    return ended(OpenResult.RUN_COMPLETED, Outcomes.COMPLETED);
  }

  private boolean alive(Run run) {
    String owner = run.owner();
    Instant until = run.leaseUntil();
    return owner != null
        && until != null
        && !node.earlierBootOf(owner)
        && until.isAfter(clock.instant());
  }

  private boolean tooEarly(Run run) {
    Instant notBefore = run.notBefore();
    return notBefore != null && notBefore.isAfter(clock.instant());
  }

  private static boolean otherParameters(Execution execution, Run run) {
    Map<String, String> given = given(execution);
    given.remove(Engine.RUN);
    return given.entrySet().stream()
        .anyMatch(e -> !e.getValue().equals(run.parameters().get(e.getKey())));
  }

  /** The run stays as it was, or takes the pause that was asked for before its first step. */
  private LiveRuns.Entry waiting(Execution execution, Run run) {
    store.bind(run.id(), execution.instanceId(), execution.executionId());
    return new LiveRuns.Entry(OpenResult.WAITING, Outcomes.exitStatus(run), null, run);
  }

  private LiveRuns.Entry lease(Execution execution, Run run) {
    if (run.verdict() != null) {
      return waiting(execution, run);
    }
    Optional<Long> epoch =
        store.takeLease(run, execution.instanceId(), execution.executionId(), timings.lease());
    if (epoch.isPresent()) {
      return new LiveRuns.Entry(
          OpenResult.CONTINUE,
          null,
          new LiveRun(run.id(), run.job(), execution.executionId(), epoch.get()),
          null);
    }
    Run now = queries.find(run.id()).orElseThrow();
    if (now.verdict() != null) {
      return waiting(execution, now);
    }
    return now.status().terminal()
        ? finished(now)
        : ended(OpenResult.ALREADY_RUNNING, "Error: ALREADY_RUNNING");
  }

  /** The execution takes the run's own end. */
  private static LiveRuns.Entry finished(Run run) {
    return new LiveRuns.Entry(OpenResult.RUN_FINISHED, Outcomes.exitStatus(run), null, run);
  }

  private static LiveRuns.Entry invalid(String field, String text) {
    return ended(
        OpenResult.INVALID_PARAMETER,
        "Error: " + Reason.INVALID_PARAMETER + " " + field + ": " + text);
  }

  private static LiveRuns.Entry ended(OpenResult result, String exitStatus) {
    return new LiveRuns.Entry(
        result, Texts.ascii(exitStatus, Outcomes.EXIT_STATUS_CHARS), null, null);
  }
}
