package dev.cairn.job;

import dev.cairn.catalog.LiveStore;
import dev.cairn.migration.MigrationSession;
import dev.cairn.migration.Planning;
import dev.cairn.outcome.Verdict;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Optional;

/** Step {@code plan}: both ends are usable, the gate closes, the ranges are stored. */
@Dependent
@Named("planBatchlet")
public class PlanBatchlet extends MigrationStep {
  private @Inject Planning planning;
  private @Inject LiveStore liveStore;

  @Override
  Optional<Verdict> work(MigrationSession session) {
    Optional<Verdict> verdict = planning.plan(session, JobCatalogue.BACKEND_MIGRATION.name());
    liveStore.refresh();
    return verdict;
  }
}
