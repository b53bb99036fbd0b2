package dev.cairn.catalog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The head row as it is stored; the rest of the code sees {@link Head}. */
@Entity
@Table(name = "registry_head")
class HeadEntity {
  static final short ID = 1;
  private static final String CLOSED = "CLOSED";
  private static final String OPEN = "OPEN";

  @Id private short id;
  private String gate = OPEN;

  @Column(name = "gate_run")
  private @Nullable String gateRun;

  @Column(name = "gate_kind")
  private @Nullable String gateKind;

  @Column(name = "gate_reason")
  private @Nullable String gateReason;

  @Column(name = "gate_since")
  private @Nullable Instant gateSince;

  private @Nullable String pointer;

  @Column(name = "pointer_version")
  private long pointerVersion;

  protected HeadEntity() {}

  Head head() {
    return new Head(
        gate.equals(OPEN) ? Gate.OPEN : new Gate(true, gateRun, gateKind, gateReason, gateSince),
        pointer,
        pointerVersion);
  }

  void close(String run, String kind, String reason, Instant now) {
    gate = CLOSED;
    gateRun = run;
    gateKind = kind;
    gateReason = reason;
    gateSince = now;
  }

  void open() {
    gate = OPEN;
    gateRun = null;
    gateKind = null;
    gateReason = null;
    gateSince = null;
  }

  void point(String entry) {
    pointer = entry;
    pointerVersion++;
  }
}
