package dev.cairn.job;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A line of the audit trail. */
@Entity
@Table(name = "audit")
class AuditEntry {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  private Instant at = Instant.EPOCH;
  private String who = "";
  private String action = "";

  @Column(name = "run_id")
  private @Nullable String runId;

  private String detail = "";

  protected AuditEntry() {}

  AuditEntry(Instant at, String who, String action, @Nullable String runId, String detail) {
    this.at = at;
    this.who = who;
    this.action = action;
    this.runId = runId;
    this.detail = detail;
  }
}
