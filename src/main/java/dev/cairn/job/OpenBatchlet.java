package dev.cairn.job;

import dev.cairn.migration.MigrationSettings;
import dev.cairn.migration.Sessions;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import jakarta.annotation.Resource;
import jakarta.batch.api.AbstractBatchlet;
import jakarta.batch.operations.JobOperator;
import jakarta.batch.runtime.BatchRuntime;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Locale;
import java.util.Map;

/**
 * First step of every job: validates, adopts, takes the lease; or says why the execution must not
 * go on.
 */
@Dependent
@Named("openBatchlet")
public class OpenBatchlet extends AbstractBatchlet {
  private @Inject JobContext job;
  private @Inject Opening opening;
  private @Inject LiveRuns live;
  private @Inject RunQueries queries;
  private @Inject RunControl control;
  private @Inject Sessions sessions;

  @Resource(lookup = "java:jboss/ee/concurrency/executor/copy")
  private ManagedExecutorService copies;

  @Override
  public String process() {
    JobOperator operator = BatchRuntime.getJobOperator();
    LiveRuns.Entry entry =
        opening.open(
            new Opening.Execution(
                job.getJobName(),
                job.getInstanceId(),
                job.getExecutionId(),
                operator.getParameters(job.getExecutionId())));
    live.put(job.getExecutionId(), entry);
    LiveRun run = entry.run();
    if (run == null) {
      return entry.result().name();
    }
    heedEarlierDecision(run);
    return openMigration(run);
  }

  /** A pause or cancel that came after the lease and before the entry found nobody to stop. */
  private void heedEarlierDecision(LiveRun run) {
    Run now = queries.find(run.runId()).orElseThrow();
    if (now.epoch() != run.epoch() || now.verdict() != null) {
      control.stop(run);
    }
  }

  private String openMigration(LiveRun run) {
    Map<String, String> parameters = queries.find(run.runId()).orElseThrow().parameters();
    MigrationSettings settings = settings(parameters);
    sessions.record(run.runId(), run.epoch(), settings.target());
    try {
      run.session(sessions.open(run.runId(), run.epoch(), settings, run.signal(), copies));
    } catch (IllegalArgumentException e) {
      control.carryOut(
          run, new Verdict.Pause(Reason.CONFIGURATION, String.valueOf(e.getMessage())));
    }
    return OpenResult.CONTINUE.name();
  }

  private static MigrationSettings settings(Map<String, String> p) {
    return new MigrationSettings(
        p.getOrDefault("target", ""),
        MigrationSettings.Verify.valueOf(p.getOrDefault("verify", "full").toUpperCase(Locale.ROOT)),
        number(p, "ranges"),
        number(p, "threads"),
        number(p, "parallel"),
        number(p, "item-count"),
        number(p, "retry-limit"),
        number(p, "skip-limit"),
        number(p, "missing-limit"));
  }

  private static int number(Map<String, String> parameters, String name) {
    return Integer.parseInt(parameters.getOrDefault(name, "0"));
  }
}
