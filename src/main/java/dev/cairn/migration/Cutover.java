package dev.cairn.migration;

import dev.cairn.catalog.RegistryHead;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

/**
 * The one transaction by which the target becomes the active entry: it happened or it did not.
 * Thread-safe.
 */
@ApplicationScoped
public class Cutover {
  private @Inject Ledger ledger;
  private @Inject RegistryHead head;

  /**
   * Moves the pointer, opens the gate and records the phase, guarded by the run's epoch.
   *
   * @throws LostEpochException when the run was cancelled or taken over meanwhile; nothing happened
   *     then
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void perform(MigrationSession session) {
    MigrationRecord record = ledger.find(session.runId()).orElseThrow();
    ledger.cutOver(session.runId(), session.epoch());
    head.cutOver(session.runId(), record.target());
  }
}
