package dev.cairn.migration;

import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One migration as the ledger keeps it. Read-only for everybody but {@link Ledger}. */
@Entity
@Table(name = "migration")
public class MigrationRecord {
  @Id
  @Column(name = "run_id")
  private String runId = "";

  private long epoch;

  @Enumerated(EnumType.STRING)
  private Phase phase = Phase.OPENED;

  @Column(name = "source_entry")
  private String source = "";

  @Column(name = "target_entry")
  private String target = "";

  @Column(name = "previous_entry")
  private @Nullable String previous;

  private @Nullable Long s0;

  @Column(name = "rows_planned")
  private long rowsPlanned;

  @Column(name = "bytes_planned")
  private long bytesPlanned;

  @Column(name = "catchup_cursor")
  private long catchUpCursor;

  private long watermark;

  @Embedded private Counters caughtUp = new Counters();

  protected MigrationRecord() {}

  MigrationRecord(String runId, long epoch, String source, String target) {
    this.runId = runId;
    this.epoch = epoch;
    this.source = source;
    this.target = target;
  }

  /** Run it belongs to. */
  public String runId() {
    return runId;
  }

  /** How far it has come. */
  public Phase phase() {
    return phase;
  }

  /** Entry it moves from: the active one when the run began. */
  public String source() {
    return source;
  }

  /** Entry it moves to. */
  public String target() {
    return target;
  }

  /** The number up to which the bulk copy goes; empty before the plan. */
  public OptionalLong s0() {
    return s0 == null ? OptionalLong.empty() : OptionalLong.of(s0);
  }

  /** Rows of the plan. */
  public long rowsPlanned() {
    return rowsPlanned;
  }

  /** Bytes of the plan's live rows. */
  public long bytesPlanned() {
    return bytesPlanned;
  }

  /** Number up to which catch-up has come. */
  public long catchUpCursor() {
    return catchUpCursor;
  }

  /** Number up to which catch-up goes. */
  public long watermark() {
    return watermark;
  }

  /** What catch-up counted. */
  public Counters caughtUp() {
    return caughtUp;
  }
}
