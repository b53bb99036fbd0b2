package dev.cairn.job;

import dev.cairn.catalog.LiveStore;
import dev.cairn.migration.Cutover;
import dev.cairn.migration.MigrationSession;
import dev.cairn.outcome.Verdict;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Optional;

/** Step {@code cutover}: one transaction, then this node's live store follows. */
@Dependent
@Named("cutoverBatchlet")
public class CutoverBatchlet extends MigrationStep {
  private @Inject Cutover cutover;
  private @Inject LiveStore liveStore;

  @Override
  Optional<Verdict> work(MigrationSession session) {
    cutover.perform(session);
    liveStore.refresh();
    return Optional.empty();
  }
}
