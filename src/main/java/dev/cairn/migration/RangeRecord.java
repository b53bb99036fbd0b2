package dev.cairn.migration;

import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One range of a migration as the ledger keeps it: bounds, cursor and counters. Read-only for
 * everybody but {@link Ledger}.
 */
@Entity
@Table(name = "migration_range")
@IdClass(RangeRecord.Key.class)
public class RangeRecord {
  @Id
  @Column(name = "run_id")
  private String runId = "";

  @Id
  @Column(name = "range_no")
  private int number;

  private long epoch;
  private byte @Nullable [] low;
  private byte @Nullable [] high;

  @Column(name = "cursor_hash")
  private byte @Nullable [] cursor;

  private boolean finished;

  @Column(name = "rows_planned")
  private long rowsPlanned;

  @Embedded private Counters counters = new Counters();

  protected RangeRecord() {}

  RangeRecord(String runId, long epoch, KeyRange range, long rowsPlanned) {
    this.runId = runId;
    this.epoch = epoch;
    this.number = range.number();
    this.low = range.low();
    this.high = range.high();
    this.rowsPlanned = rowsPlanned;
    this.finished = rowsPlanned == 0;
  }

  /** The part of the key space. */
  public KeyRange range() {
    return new KeyRange(number, low, high);
  }

  /** Last hash recorded (32 bytes), or null before the first. */
  public byte @Nullable [] cursor() {
    return cursor;
  }

  /** True when nothing is left in it. */
  public boolean finished() {
    return finished;
  }

  /** Rows of the plan that lie in it. */
  public long rowsPlanned() {
    return rowsPlanned;
  }

  /** What was counted in it, over all segments of the run. */
  public Counters counters() {
    return counters;
  }

  /** Primary key. */
  public static class Key implements Serializable {
    private static final long serialVersionUID = 1L;
    private String runId = "";
    private int number;

    /** For the persistence provider. */
    public Key() {}

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && runId.equals(that.runId) && number == that.number;
    }

    @Override
    public int hashCode() {
      return 31 * runId.hashCode() + number;
    }
  }
}
