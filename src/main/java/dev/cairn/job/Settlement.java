package dev.cairn.job;

import dev.cairn.migration.Ledger;
import dev.cairn.migration.MigrationRecord;
import dev.cairn.migration.Phase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Locale;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Draws the conclusion from a segment that has ended: the run's status and the engine's exit
 * status. Thread-safe.
 */
@ApplicationScoped
class Settlement {
  private static final Logger LOG = Logger.getLogger(Settlement.class);

  private @Inject RunQueries queries;
  private @Inject RunStore store;
  private @Inject Ledger ledger;

  /**
   * Settles a run whose segment has ended.
   *
   * @param epoch epoch of the segment
   * @param engineStopped true when the engine was told to stop, or ended for a reason nobody
   *     recorded
   * @return the exit status
   */
  String settle(String runId, long epoch, boolean engineStopped) {
    Run run = queries.find(runId).orElseThrow();
    if (run.status().terminal()) {
      return Outcomes.exitStatus(run);
    }
    long mark = mark(runId);
    Outcome outcome = Outcomes.decide(facts(run, engineStopped, mark));
    if (!store.settle(runId, epoch, outcome, mark)) {
      Run now = queries.find(runId).orElseThrow();
      LOG.debugf("run=%s was settled by another", runId);
      return Outcomes.exitStatus(now);
    }
    log(runId, outcome);
    return Outcomes.exitStatus(outcome);
  }

  private Outcomes.Facts facts(Run run, boolean engineStopped, long mark) {
    int streak = run.internalMark() == mark ? run.internalStreak() + 1 : 1;
    return new Outcomes.Facts(
        null,
        done(run.id()),
        run.verdict(),
        run.verdict() == null ? null : run.cause(),
        run.causeBy(),
        run.verdict() == null ? null : run.errorMessage(),
        run.notBefore(),
        engineStopped,
        streak);
  }

  /** True when the work of the run is complete. */
  boolean done(String runId) {
    return ledger.find(runId).filter(m -> m.phase() == Phase.CUT_OVER).isPresent();
  }

  private long mark(String runId) {
    Optional<MigrationRecord> migration = ledger.find(runId);
    return migration.isEmpty() ? 0 : ledger.totals(runId).scanned();
  }

  private static void log(String runId, Outcome outcome) {
    if (outcome instanceof Outcome.Paused p) {
      LOG.warnf(
          "run=%s outcome=paused cause=%s by=%s not-before=%s %s",
          runId, p.reason(), p.by(), p.notBefore(), Texts.ascii(p.text(), 1000));
    } else if (outcome instanceof Outcome.Failed f) {
      LOG.errorf(
          "run=%s outcome=failed cause=%s %s", runId, f.reason(), Texts.ascii(f.text(), 1000));
    } else {
      LOG.infof("run=%s outcome=%s", runId, Outcomes.exitStatus(outcome).toLowerCase(Locale.ROOT));
    }
  }
}
