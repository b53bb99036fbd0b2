package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.catalog.Registry;
import dev.cairn.catalog.RegistryHead;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.Preflight;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreFailure;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The step that makes sure both ends work, closes the gate and stores what is to be done. Trouble
 * with a store pauses the run before any gate closes. Idempotent: what is stored already is kept.
 * Thread-safe.
 */
@ApplicationScoped
public class Planning {
  private @Inject Ledger ledger;
  private @Inject PlanTransactions transactions;
  private @Inject EarlierWork earlierWork;

  /**
   * Plans a migration, or makes sure of the plan it has.
   *
   * @param job name of the job, shown as the gate's holder
   * @return what stops the run, or empty when it goes on
   */
  public Optional<Verdict> plan(MigrationSession session, String job) {
    OptionalLong s0 = ledger.find(session.runId()).orElseThrow().s0();
    boolean planned = s0.isPresent();
    List<BlobRow> witnesses =
        planned ? earlierWork.witnesses(session.runId(), s0.getAsLong()) : List.of();
    try {
      Optional<Verdict> trouble = session.call(() -> ask(session, planned, witnesses));
      if (trouble.isPresent()) {
        return trouble;
      }
    } catch (RetryableStoreException e) {
      return Optional.of(PausePolicy.pause(e));
    } catch (PermanentStoreException e) {
      return Optional.of(PausePolicy.pause(e));
    }
    transactions.closeGate(session, job);
    transactions.storePlan(session);
    return Optional.empty();
  }

  private static Optional<Verdict> ask(
      MigrationSession session, boolean planned, List<BlobRow> witnesses) {
    session.source().initialize();
    session.target().initialize();
    return planned ? EarlierWork.lost(session.target(), witnesses) : probe(session);
  }

  private static Optional<Verdict> probe(MigrationSession session) {
    if (Preflight.samePlace(session.target(), session.source())) {
      return Optional.of(
          new Verdict.Fail(
              Reason.INVALID_PARAMETER,
              "target: it is the same physical storage as the source (a probe written to one was found"
                  + " in the other); to change keys in place, rotate instead"));
    }
    Preflight.Result result = Preflight.run(session.target(), System::nanoTime);
    if (result.roundtripPassed()) {
      return Optional.empty();
    }
    StoreFailure failure = result.failure();
    return Optional.of(
        failure == null
            ? new Verdict.Pause(
                Reason.CORRUPT,
                "target, in phase " + result.phaseReached() + ": " + result.message())
            : PausePolicy.pause(failure));
  }

  /** The transactions of the plan step. */
  @ApplicationScoped
  static class PlanTransactions {
    private @Inject Registry registry;
    private @Inject RegistryHead head;
    private @Inject Ledger ledger;

    /** The gate closes and the number up to which the copy goes is fixed, at the same instant. */
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void closeGate(MigrationSession session, String job) {
      MigrationRecord record = ledger.find(session.runId()).orElseThrow();
      head.close(
          session.runId(), job, "migration from " + record.source() + " to " + record.target());
      if (record.s0().isEmpty()) {
        ledger.fixStart(session.runId(), session.epoch(), head.watermark());
      }
    }

    /** The ranges, counted and stored: once. */
    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void storePlan(MigrationSession session) {
      MigrationRecord record = ledger.find(session.runId()).orElseThrow();
      if (record.phase() != Phase.OPENED) {
        return;
      }
      long s0 = record.s0().orElseThrow();
      List<Ledger.PlannedRange> plan =
          KeyRange.split(session.settings().ranges()).stream().map(r -> planned(r, s0)).toList();
      ledger.storePlan(session.runId(), session.epoch(), plan);
    }

    private Ledger.PlannedRange planned(KeyRange range, long s0) {
      Registry.Size size = registry.size(range.low(), range.high(), s0);
      return new Ledger.PlannedRange(range, size.rows(), size.bytes());
    }
  }
}
