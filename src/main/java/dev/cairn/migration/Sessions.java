package dev.cairn.migration;

import dev.cairn.catalog.LiveStore;
import dev.cairn.catalog.Registry;
import dev.cairn.outcome.StopSignal;
import dev.cairn.retry.RetryPolicy;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.StoreDirectory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.concurrent.ExecutorService;

/** Opens the segments of migrations. Thread-safe. */
@ApplicationScoped
public class Sessions {
  private @Inject Registry registry;
  private @Inject Ledger ledger;
  private @Inject LiveStore live;
  private @Inject StoreDirectory directory;
  private @Inject RetryPolicy policy;
  private @Inject TransferBudget budget;

  /**
   * Stores the record of a migration that has none yet: it moves away from the entry that is active
   * now.
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void record(String runId, long epoch, String target) {
    if (ledger.find(runId).isEmpty()) {
      ledger.open(runId, epoch, live.activeEntry(), target);
    }
  }

  /**
   * Opens source and target as they are configured now. Nothing is asked of them yet.
   *
   * @param executor runs the copies
   * @throws IllegalArgumentException when one of the entries is not configured any more; the
   *     message names those that are
   */
  public MigrationSession open(
      String runId,
      long epoch,
      MigrationSettings settings,
      StopSignal signal,
      ExecutorService executor) {
    MigrationRecord record = ledger.find(runId).orElseThrow();
    RetryPolicy own = policy.withMaxAttempts(settings.attempts());
    ChainedStore source = directory.open(record.source(), own);
    try {
      ChainedStore target = directory.open(record.target(), own);
      return new MigrationSession(
          runId,
          epoch,
          settings,
          signal,
          new MigrationSession.Stores(source, target),
          new MigrationSession.Tools(registry, ledger, budget, executor));
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }
}
