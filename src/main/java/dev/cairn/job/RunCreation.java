package dev.cairn.job;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import jakarta.transaction.Transactional;
import java.util.Optional;

/** Stores new runs; the lock's row decides between two at the same moment. Thread-safe. */
@ApplicationScoped
class RunCreation {
  private @Inject RunQueries queries;
  private @Inject RunStore store;
  private @Inject Insert insert;

  /**
   * Stores a run and takes its lock.
   *
   * @throws ConflictException when another live run holds the lock
   */
  void create(Run run) {
    refuseHeldLock(run);
    try {
      insert.insert(run);
    } catch (PersistenceException e) {
      refuseHeldLock(run);
      throw e;
    }
  }

  private void refuseHeldLock(Run run) {
    Optional<Run> holder =
        run.lockName() == null ? Optional.empty() : queries.lockHolder(run.lockName());
    holder.ifPresent(
        h -> {
          throw new ConflictException(
              ConflictException.Code.LOCK_HELD,
              h.id(),
              "run "
                  + h.id()
                  + " of "
                  + h.job()
                  + " is "
                  + h.status()
                  + " and holds the lock '"
                  + run.lockName()
                  + "'; it ends when that run completes, fails or is cancelled");
        });
  }

  /** The transaction, on its own so that its failure is seen from outside. */
  @ApplicationScoped
  static class Insert {
    private @Inject RunStore store;

    @Transactional(Transactional.TxType.REQUIRES_NEW)
    public void insert(Run run) {
      store.create(run);
    }
  }
}
