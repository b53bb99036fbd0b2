package dev.cairn.catalog;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Clock;

/**
 * The registry's head row: gate, active pointer and the numbers of registrations. Closing the gate,
 * taking a watermark and moving the pointer hold the row's lock alone, so that they wait for the
 * registrations in flight on every node. Thread-safe.
 */
@ApplicationScoped
public class RegistryHead {
  private @PersistenceContext EntityManager database;
  private @Inject Dialect dialect;
  private @Inject Clock clock;

  /** The row as it is now. */
  public Head read() {
    return row().head();
  }

  /**
   * Draws a number such that every registration with a lower one is committed and visible. Joins
   * the caller's transaction and holds the row until its end.
   */
  @Transactional(Transactional.TxType.MANDATORY)
  public long watermark() {
    dialect.lockHeadExclusively();
    return dialect.nextNumber();
  }

  /**
   * Closes the gate for a run. Joins the caller's transaction. A gate the run holds already stays
   * as it is.
   *
   * @throws GateClosedException when another run holds it
   */
  @Transactional(Transactional.TxType.MANDATORY)
  public void close(String run, String kind, String reason) {
    dialect.lockHeadExclusively();
    HeadEntity row = refreshed();
    Gate gate = row.head().gate();
    if (!gate.closed()) {
      row.close(run, kind, reason, clock.instant());
    } else if (!run.equals(gate.holder())) {
      throw new GateClosedException(gate, "the gate is held by run " + gate.holder());
    }
  }

  /** Opens the gate if this run holds it. Joins the caller's transaction. */
  @Transactional(Transactional.TxType.MANDATORY)
  public void open(String run) {
    dialect.lockHeadExclusively();
    HeadEntity row = refreshed();
    if (run.equals(row.head().gate().holder())) {
      row.open();
    }
  }

  /**
   * Moves the active pointer and opens the gate that this run holds. Joins the caller's
   * transaction.
   */
  @Transactional(Transactional.TxType.MANDATORY)
  public void cutOver(String run, String entry) {
    dialect.lockHeadExclusively();
    HeadEntity row = refreshed();
    row.point(entry);
    if (run.equals(row.head().gate().holder())) {
      row.open();
    }
  }

  private HeadEntity refreshed() {
    HeadEntity row = row();
    database.refresh(row);
    return row;
  }

  private HeadEntity row() {
    return database.find(HeadEntity.class, HeadEntity.ID);
  }
}
