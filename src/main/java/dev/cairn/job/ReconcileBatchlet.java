package dev.cairn.job;

import dev.cairn.migration.CatchUpTransactions;
import dev.cairn.migration.MigrationSession;
import dev.cairn.migration.Reconciliation;
import dev.cairn.outcome.Verdict;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Optional;

/** Step {@code reconcile}: what failed is tried once more, then the numbers must add up. */
@Dependent
@Named("reconcileBatchlet")
public class ReconcileBatchlet extends MigrationStep {
  private @Inject CatchUpTransactions catchUp;
  private @Inject Reconciliation reconciliation;

  @Override
  Optional<Verdict> work(MigrationSession session) {
    catchUp.complete(session);
    return reconciliation.reconcile(session);
  }
}
