package dev.cairn.job;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The lock of a live run: the row's key admits one. */
@Entity
@Table(name = "run_lock")
class RunLock {
  @Id private String name = "";

  @Column(name = "run_id")
  private String runId = "";

  protected RunLock() {}

  RunLock(String name, String runId) {
    this.name = name;
    this.runId = runId;
  }
}
