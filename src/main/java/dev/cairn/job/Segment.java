package dev.cairn.job;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One execution of a run by the engine. */
@Entity
@Table(name = "segment")
@IdClass(Segment.Key.class)
public class Segment {
  @Id
  @Column(name = "run_id")
  private String runId = "";

  @Id
  @Column(name = "execution_id")
  private long executionId;

  private long epoch;

  @Column(name = "started_at")
  private Instant startedAt = Instant.EPOCH;

  @Column(name = "ended_at")
  private @Nullable Instant endedAt;

  @Column(name = "exit_status")
  private @Nullable String exitStatus;

  protected Segment() {}

  Segment(String runId, long executionId, long epoch, Instant now) {
    this.runId = runId;
    this.executionId = executionId;
    this.epoch = epoch;
    this.startedAt = now;
  }

  /** Engine's execution. */
  public long executionId() {
    return executionId;
  }

  /** Epoch under which its workers wrote. */
  public long epoch() {
    return epoch;
  }

  /** When it began. */
  public Instant startedAt() {
    return startedAt;
  }

  /** When it ended, or null. */
  public @Nullable Instant endedAt() {
    return endedAt;
  }

  /** Exit status as the engine shows it, or null. */
  public @Nullable String exitStatus() {
    return exitStatus;
  }

  /** Primary key. */
  public static class Key implements Serializable {
    private static final long serialVersionUID = 1L;
    private String runId = "";
    private long executionId;

    /** For the persistence provider. */
    public Key() {}

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
          && runId.equals(that.runId)
          && executionId == that.executionId;
    }

    @Override
    public int hashCode() {
      return 31 * runId.hashCode() + Long.hashCode(executionId);
    }
  }
}
