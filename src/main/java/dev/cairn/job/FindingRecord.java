package dev.cairn.job;

import dev.cairn.outcome.Finding;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A finding as it is stored. */
@Entity
@Table(name = "finding")
public class FindingRecord {
  private static final int DETAIL_CHARS = 1000;

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(name = "run_id")
  private String runId = "";

  @Column(name = "object_key")
  private String key = "";

  @Enumerated(EnumType.STRING)
  private Finding.Kind kind = Finding.Kind.REFUSED;

  @Enumerated(EnumType.STRING)
  private Finding.Severity severity = Finding.Severity.ANOMALY;

  private String detail = "";

  @Column(name = "created_at")
  private Instant createdAt = Instant.EPOCH;

  @Column(name = "resolved_at")
  private @Nullable Instant resolvedAt;

  protected FindingRecord() {}

  FindingRecord(String runId, Finding finding, Instant now) {
    this.runId = runId;
    this.key = finding.key();
    this.kind = finding.kind();
    this.severity = finding.kind().severity();
    this.detail = Texts.cut(finding.detail(), DETAIL_CHARS);
    this.createdAt = now;
  }

  /** Ascending. */
  public long id() {
    return id == null ? 0 : id;
  }

  /** Object it is about. */
  public String key() {
    return key;
  }

  /** What was found. */
  public Finding.Kind kind() {
    return kind;
  }

  /** How bad it is. */
  public Finding.Severity severity() {
    return severity;
  }

  /** For people. */
  public String detail() {
    return detail;
  }

  /** When it was found. */
  public Instant createdAt() {
    return createdAt;
  }

  /** When it was found to hold no more, or null. */
  public @Nullable Instant resolvedAt() {
    return resolvedAt;
  }
}
