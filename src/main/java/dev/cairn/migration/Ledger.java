package dev.cairn.migration;

import dev.cairn.outcome.Finding;
import dev.cairn.outcome.FindingLog;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The migration's own record and the only authority on where it stands: plan, cursors, counters.
 * Every write of a worker carries its epoch and changes nothing once that is over. Thread-safe.
 */
@ApplicationScoped
public class Ledger {
  private static final String ADD =
      " scanned = scanned + :scanned, copied = copied + :copied, skipped = skipped + :skipped,"
          + " failed = failed + :failed, source_missing = source_missing + :missing,"
          + " deleted = deleted + :deleted, bytes_copied = bytes_copied + :bytesCopied,"
          + " bytes_skipped = bytes_skipped + :bytesSkipped";

  private @PersistenceContext EntityManager database;
  private @Inject FindingLog findings;

  /** Stores a new migration. Joins the caller's transaction. */
  @Transactional(Transactional.TxType.MANDATORY)
  public void open(String runId, long epoch, String source, String target) {
    database.persist(new MigrationRecord(runId, epoch, source, target));
  }

  /** The migration of a run, or empty when it has none yet. */
  public Optional<MigrationRecord> find(String runId) {
    return Optional.ofNullable(database.find(MigrationRecord.class, runId));
  }

  /** All ranges of a run in their order. */
  public List<RangeRecord> ranges(String runId) {
    return database
        .createQuery(
            "select r from RangeRecord r where r.runId = :run order by r.number", RangeRecord.class)
        .setParameter("run", runId)
        .getResultList();
  }

  /** One range. */
  public RangeRecord range(String runId, int number) {
    return database
        .createQuery(
            "select r from RangeRecord r where r.runId = :run and r.number = :n", RangeRecord.class)
        .setParameter("run", runId)
        .setParameter("n", number)
        .getSingleResult();
  }

  /** What was counted so far, over all ranges and catch-up. */
  public Counters totals(String runId) {
    Counters bulk = Counters.sum(ranges(runId).stream().map(RangeRecord::counters).toList());
    return find(runId).map(m -> Counters.sum(List.of(bulk, m.caughtUp()))).orElse(bulk);
  }

  /**
   * Gives the run a new epoch: workers of an earlier one change nothing any more. Joins the
   * caller's transaction, which holds the run's row.
   */
  @Transactional(Transactional.TxType.MANDATORY)
  public void fence(String runId, long epoch) {
    database
        .createNativeQuery("update migration set epoch = :epoch where run_id = :run")
        .setParameter("epoch", epoch)
        .setParameter("run", runId)
        .executeUpdate();
    database
        .createNativeQuery("update migration_range set epoch = :epoch where run_id = :run")
        .setParameter("epoch", epoch)
        .setParameter("run", runId)
        .executeUpdate();
  }

  /**
   * Fixes the number up to which the bulk copy goes, and where catch-up begins. Joins the caller's
   * transaction.
   */
  @Transactional(Transactional.TxType.MANDATORY)
  public void fixStart(String runId, long epoch, long s0) {
    require(
        runId,
        database
            .createNativeQuery(
                "update migration set s0 = :s0, catchup_cursor = :s0, watermark = :s0"
                    + " where run_id = :run and epoch = :epoch and s0 is null")
            .setParameter("s0", s0)
            .setParameter("run", runId)
            .setParameter("epoch", epoch)
            .executeUpdate());
  }

  /** Stores the plan: once, never recomputed. Joins the caller's transaction. */
  @Transactional(Transactional.TxType.MANDATORY)
  public void storePlan(String runId, long epoch, List<PlannedRange> plan) {
    plan.forEach(p -> database.persist(new RangeRecord(runId, epoch, p.range(), p.rows())));
    database.flush();
    require(
        runId,
        database
            .createNativeQuery(
                "update migration set phase = 'PLANNED', rows_planned = :rows, bytes_planned = :bytes"
                    + " where run_id = :run and epoch = :epoch and phase = 'OPENED'")
            .setParameter("rows", plan.stream().mapToLong(PlannedRange::rows).sum())
            .setParameter("bytes", plan.stream().mapToLong(PlannedRange::bytes).sum())
            .setParameter("run", runId)
            .setParameter("epoch", epoch)
            .executeUpdate());
  }

  /**
   * A range with what lies in it.
   *
   * @param range bounds
   * @param rows rows of the plan
   * @param bytes bytes of its live rows
   */
  public record PlannedRange(KeyRange range, long rows, long bytes) {}

  /**
   * Where a worker stands in a range.
   *
   * @param runId run
   * @param epoch worker's epoch
   * @param range number of the range
   * @param cursor last hash recorded, as this worker knows it, or null
   */
  public record Position(String runId, long epoch, int range, byte @Nullable [] cursor) {}

  /**
   * Moves the cursor of a range and adds what was counted and found: one transaction of its own, or
   * nothing.
   *
   * @param from where this worker believes the cursor to be
   * @param to last hash with a recorded outcome
   * @param finished true when nothing is left in the range
   * @throws LostEpochException when the epoch is over or the cursor is elsewhere
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void advance(
      Position from, byte[] to, boolean finished, Counters counters, List<Finding> found) {
    Query update =
        database.createNativeQuery(
            "update migration_range set cursor_hash = :to, finished = :finished,"
                + ADD
                + " where run_id = :run and range_no = :range and epoch = :epoch and "
                + (from.cursor() == null ? "cursor_hash is null" : "cursor_hash = :from"));
    if (from.cursor() != null) {
      update.setParameter("from", from.cursor());
    }
    update
        .setParameter("to", to)
        .setParameter("finished", finished)
        .setParameter("run", from.runId())
        .setParameter("range", from.range())
        .setParameter("epoch", from.epoch());
    require(from.runId(), add(update, counters).executeUpdate());
    findings.record(from.runId(), found);
  }

  /** Marks a range in which no row is left as finished. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void finish(Position at) {
    require(
        at.runId(),
        database
            .createNativeQuery(
                "update migration_range set finished = true"
                    + " where run_id = :run and range_no = :range and epoch = :epoch")
            .setParameter("run", at.runId())
            .setParameter("range", at.range())
            .setParameter("epoch", at.epoch())
            .executeUpdate());
  }

  /** As {@link #advance}, for catch-up: its cursor is a number. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void advanceCatchUp(
      String runId, long epoch, long from, long to, Counters counters, List<Finding> found) {
    Query update =
        database
            .createNativeQuery(
                "update migration set catchup_cursor = :to,"
                    + ADD
                    + " where run_id = :run and epoch = :epoch and catchup_cursor = :from")
            .setParameter("to", to)
            .setParameter("from", from)
            .setParameter("run", runId)
            .setParameter("epoch", epoch);
    require(runId, add(update, counters).executeUpdate());
    findings.record(runId, found);
  }

  /** Sets the number up to which catch-up goes. Joins the caller's transaction. */
  @Transactional(Transactional.TxType.MANDATORY)
  public void setWatermark(String runId, long epoch, long watermark) {
    require(
        runId,
        database
            .createNativeQuery(
                "update migration set watermark = :mark where run_id = :run and epoch = :epoch")
            .setParameter("mark", watermark)
            .setParameter("run", runId)
            .setParameter("epoch", epoch)
            .executeUpdate());
  }

  /**
   * Records that the pointer has been moved. Joins the caller's transaction, the one that moves it.
   */
  @Transactional(Transactional.TxType.MANDATORY)
  public void cutOver(String runId, long epoch) {
    require(
        runId,
        database
            .createNativeQuery(
                "update migration set phase = 'CUT_OVER', previous_entry = source_entry"
                    + " where run_id = :run and epoch = :epoch and phase = 'PLANNED'")
            .setParameter("run", runId)
            .setParameter("epoch", epoch)
            .executeUpdate());
  }

  /**
   * A blob that had failed or was missing has another outcome now: the finding is resolved and the
   * range's counters are moved from one outcome to the other, in one transaction of its own.
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void amend(Position at, long findingId, CopyOutcome.Kind was, CopyOutcome now) {
    String column = was == CopyOutcome.Kind.FAILED ? "failed" : "source_missing";
    Query update =
        database
            .createNativeQuery(
                "update migration_range set "
                    + column
                    + " = "
                    + column
                    + " - 1, scanned = scanned - 1"
                    + " where run_id = :run and range_no = :range and epoch = :epoch")
            .setParameter("run", at.runId())
            .setParameter("range", at.range())
            .setParameter("epoch", at.epoch());
    require(at.runId(), update.executeUpdate());
    Query plus =
        database
            .createNativeQuery(
                "update migration_range set"
                    + ADD
                    + " where run_id = :run and range_no = :range and epoch = :epoch")
            .setParameter("run", at.runId())
            .setParameter("range", at.range())
            .setParameter("epoch", at.epoch());
    require(at.runId(), add(plus, Counters.of(List.of(now))).executeUpdate());
    findings.resolve(findingId);
    now.finding().ifPresent(f -> findings.record(at.runId(), List.of(f)));
  }

  private static Query add(Query update, Counters counters) {
    return update
        .setParameter("scanned", counters.scanned())
        .setParameter("copied", counters.copied())
        .setParameter("skipped", counters.skipped())
        .setParameter("failed", counters.failed())
        .setParameter("missing", counters.sourceMissing())
        .setParameter("deleted", counters.deleted())
        .setParameter("bytesCopied", counters.bytesCopied())
        .setParameter("bytesSkipped", counters.bytesSkipped());
  }

  private static void require(String runId, int rows) {
    if (rows == 0) {
      throw new LostEpochException(runId);
    }
  }
}
