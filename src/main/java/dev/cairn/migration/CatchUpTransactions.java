package dev.cairn.migration;

import dev.cairn.catalog.Registry;
import dev.cairn.catalog.RegistryHead;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.List;

/** The transactions with which catch-up begins and ends a pass. Thread-safe. */
@ApplicationScoped
public class CatchUpTransactions {
  private @Inject Ledger ledger;
  private @Inject Registry registry;
  private @Inject RegistryHead head;

  /**
   * Takes the number up to which this pass goes: every change with a lower one is committed and
   * visible.
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void takeWatermark(MigrationSession session) {
    ledger.setWatermark(session.runId(), session.epoch(), head.watermark());
  }

  /** Records that the pass is complete, if nothing up to the watermark is left to read. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void complete(MigrationSession session) {
    MigrationRecord record = ledger.find(session.runId()).orElseThrow();
    if (!registry.changes(record.catchUpCursor(), record.watermark(), 1).isEmpty()) {
      return;
    }
    ledger.advanceCatchUp(
        session.runId(),
        session.epoch(),
        record.catchUpCursor(),
        record.watermark(),
        new Counters(),
        List.of());
  }
}
