package dev.cairn.job;

import dev.cairn.outcome.Reason;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is stored. Read-only for everybody but {@link RunStore}, which changes it by
 * statements.
 */
@Entity
@Table(name = "run")
public class Run {
  static final int FORMAT = 1;
  private static final int MESSAGE_CHARS = 4000;
  private static final int WHO_CHARS = 255;

  @Id private String id = "";

  @Column(name = "format_version")
  private int formatVersion = FORMAT;

  private String job = "";

  @Enumerated(EnumType.STRING)
  private RunStatus status = RunStatus.STARTING;

  private @Nullable String phase;

  @Convert(converter = ParametersConverter.class)
  private Map<String, String> parameters = Map.of();

  @Column(name = "lock_name")
  private @Nullable String lockName;

  @Column(name = "started_by")
  private String startedBy = "";

  @Column(name = "idempotency_key")
  private @Nullable String idempotencyKey;

  private long epoch;
  private @Nullable String owner;

  @Column(name = "lease_until")
  private @Nullable Instant leaseUntil;

  @Column(name = "instance_id")
  private @Nullable Long instanceId;

  @Column(name = "execution_id")
  private @Nullable Long executionId;

  @Enumerated(EnumType.STRING)
  private @Nullable VerdictKind verdict;

  @Enumerated(EnumType.STRING)
  private @Nullable Reason cause;

  @Column(name = "cause_by")
  private @Nullable String causeBy;

  @Column(name = "error_message")
  private @Nullable String errorMessage;

  @Column(name = "not_before")
  private @Nullable Instant notBefore;

  @Column(name = "pausing_since")
  private @Nullable Instant pausingSince;

  @Column(name = "internal_streak")
  private int internalStreak;

  @Column(name = "internal_mark")
  private long internalMark = -1;

  @Column(name = "created_at")
  private Instant createdAt = Instant.EPOCH;

  @Column(name = "started_at")
  private @Nullable Instant startedAt;

  @Column(name = "finished_at")
  private @Nullable Instant finishedAt;

  @Column(name = "updated_at")
  private Instant updatedAt = Instant.EPOCH;

  protected Run() {}

  Run(String id, JobDefinition job, Map<String, String> parameters, String who, Instant now) {
    this.id = id;
    this.job = job.name();
    this.parameters = parameters;
    this.lockName = job.lock();
    this.startedBy = who;
    this.createdAt = now;
    this.updatedAt = now;
  }

  void key(@Nullable String key) {
    this.idempotencyKey = key;
  }

  /**
   * Takes over how a segment ended. A terminal outcome gives the run a new epoch, under which
   * nobody works.
   */
  void settle(Outcome outcome, long mark, Instant now) {
    boolean internal = outcome instanceof Outcome.Paused p && p.reason() == Reason.INTERNAL;
    internalStreak = internal ? (internalMark == mark ? internalStreak + 1 : 1) : 0;
    internalMark = internal ? mark : -1;
    status = Outcomes.status(outcome);
    verdict = null;
    pausingSince = null;
    owner = null;
    leaseUntil = null;
    updatedAt = now;
    if (status.terminal()) {
      epoch++;
      finishedAt = now;
    }
    explain(outcome);
  }

  private void explain(Outcome outcome) {
    cause = null;
    causeBy = null;
    errorMessage = null;
    notBefore = null;
    if (outcome instanceof Outcome.Paused p) {
      cause = p.reason();
      causeBy = p.by();
      errorMessage = Texts.cut(p.text(), MESSAGE_CHARS);
      notBefore = p.notBefore();
    } else if (outcome instanceof Outcome.Failed f) {
      cause = f.reason();
      errorMessage = Texts.cut(f.text(), MESSAGE_CHARS);
    } else if (outcome instanceof Outcome.Cancelled c) {
      cause = Reason.CANCELLED;
      causeBy = Texts.cut(c.by(), WHO_CHARS);
      errorMessage = "cancelled by " + causeBy;
    }
  }

  /** What was decided about a run that does not go on. */
  public enum VerdictKind {
    PAUSE,
    FAIL
  }

  /** Sortable by time of creation, 26 characters. */
  public String id() {
    return id;
  }

  /** Name of the job. */
  public String job() {
    return job;
  }

  /** How it stands. */
  public RunStatus status() {
    return status;
  }

  /** Step it is in, or was in last; null before the first. */
  public @Nullable String phase() {
    return phase;
  }

  /** Declared parameters with the values they have in this run, defaults included. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /** Lock it holds while live, or null. */
  public @Nullable String lockName() {
    return lockName;
  }

  /** Who started it. */
  public String startedBy() {
    return startedBy;
  }

  /** Key under which it was started, or null. */
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  /** Grows whenever workers of an earlier time must not write any more. */
  public long epoch() {
    return epoch;
  }

  /** Node and boot that works on it, or null. */
  public @Nullable String owner() {
    return owner;
  }

  /** Until when its owner counts as alive without a further sign, or null. */
  public @Nullable Instant leaseUntil() {
    return leaseUntil;
  }

  /** Engine's instance, or null before the first segment. */
  public @Nullable Long instanceId() {
    return instanceId;
  }

  /** Engine's newest execution, or null before the first segment. */
  public @Nullable Long executionId() {
    return executionId;
  }

  /** What was decided about it, or null while it simply goes on. */
  public @Nullable VerdictKind verdict() {
    return verdict;
  }

  /** Why it paused, failed or was cancelled, or null. */
  public @Nullable Reason cause() {
    return cause;
  }

  /** Who paused or cancelled it, or null. */
  public @Nullable String causeBy() {
    return causeBy;
  }

  /** What went wrong, for people; null while all is well. */
  public @Nullable String errorMessage() {
    return errorMessage;
  }

  /** Earliest time at which resuming makes sense, or null. */
  public @Nullable Instant notBefore() {
    return notBefore;
  }

  /** Since when it is coming to a stop, or null. */
  public @Nullable Instant pausingSince() {
    return pausingSince;
  }

  /** How often in a row it ended unexpectedly without having got further. */
  public int internalStreak() {
    return internalStreak;
  }

  /** How far it had got at the last unexpected end; -1 when there was none. */
  public long internalMark() {
    return internalMark;
  }

  /** When it was asked for. */
  public Instant createdAt() {
    return createdAt;
  }

  /** When the engine first began it, or null. */
  public @Nullable Instant startedAt() {
    return startedAt;
  }

  /** When it ended, or null. */
  public @Nullable Instant finishedAt() {
    return finishedAt;
  }

  /** Last change of this row. */
  public Instant updatedAt() {
    return updatedAt;
  }
}
