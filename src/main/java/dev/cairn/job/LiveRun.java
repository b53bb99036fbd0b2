package dev.cairn.job;

import dev.cairn.migration.MigrationSession;
import dev.cairn.outcome.StopSignal;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A segment that works in this JVM. Thread-safe. */
public final class LiveRun {
  private final String runId;
  private final String job;
  private final long executionId;
  private final long epoch;
  private final StopSignal signal = new StopSignal();
  private final AtomicInteger stuckThreads = new AtomicInteger();
  private final ProgressMeter progress = new ProgressMeter();
  private volatile @Nullable MigrationSession session;

  LiveRun(String runId, String job, long executionId, long epoch) {
    this.runId = runId;
    this.job = job;
    this.executionId = executionId;
    this.epoch = epoch;
  }

  /** Run it belongs to. */
  public String runId() {
    return runId;
  }

  String job() {
    return job;
  }

  long executionId() {
    return executionId;
  }

  long epoch() {
    return epoch;
  }

  StopSignal signal() {
    return signal;
  }

  /** Rate and expected end. */
  public ProgressMeter progress() {
    return progress;
  }

  AtomicInteger stuckThreads() {
    return stuckThreads;
  }

  void session(MigrationSession opened) {
    session = opened;
  }

  MigrationSession session() {
    MigrationSession opened = session;
    if (opened == null) {
      throw new IllegalStateException("the migration was not opened in this execution");
    }
    return opened;
  }

  void close() {
    MigrationSession opened = session;
    if (opened != null) {
      opened.close();
    }
  }
}
