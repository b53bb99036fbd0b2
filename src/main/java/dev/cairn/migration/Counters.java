package dev.cairn.migration;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/**
 * How many blobs ended how. {@code scanned} is always the sum of the five outcomes. Immutable for
 * the code that gets one.
 */
@Embeddable
public class Counters {
  private long scanned;
  private long copied;
  private long skipped;
  private long failed;

  @Column(name = "source_missing")
  private long sourceMissing;

  private long deleted;

  @Column(name = "bytes_copied")
  private long bytesCopied;

  @Column(name = "bytes_skipped")
  private long bytesSkipped;

  /** All zero. */
  public Counters() {}

  /** The sum of several counters. */
  public static Counters sum(Iterable<Counters> parts) {
    Counters sum = new Counters();
    parts.forEach(sum::addAll);
    return sum;
  }

  /** The counters of some outcomes. */
  public static Counters of(Iterable<CopyOutcome> outcomes) {
    Counters sum = new Counters();
    outcomes.forEach(sum::add);
    return sum;
  }

  private void add(CopyOutcome outcome) {
    scanned++;
    switch (outcome.kind()) {
      case COPIED -> {
        copied++;
        bytesCopied += outcome.bytes();
      }
      case SKIPPED -> {
        skipped++;
        bytesSkipped += outcome.bytes();
      }
      case FAILED -> failed++;
      case SOURCE_MISSING -> sourceMissing++;
      case DELETED -> deleted++;
    }
  }

  private void addAll(Counters other) {
    scanned += other.scanned;
    copied += other.copied;
    skipped += other.skipped;
    failed += other.failed;
    sourceMissing += other.sourceMissing;
    deleted += other.deleted;
    bytesCopied += other.bytesCopied;
    bytesSkipped += other.bytesSkipped;
  }

  /** Blobs with an outcome. */
  public long scanned() {
    return scanned;
  }

  /** Blobs copied and verified. */
  public long copied() {
    return copied;
  }

  /** Blobs that were at the target already, verified the same way. */
  public long skipped() {
    return skipped;
  }

  /** Blobs that could not be copied for good; each has a finding. */
  public long failed() {
    return failed;
  }

  /** Live blobs whose bytes the source said it does not have; each has a finding. */
  public long sourceMissing() {
    return sourceMissing;
  }

  /** Rows whose blob was deleted; nothing was moved. */
  public long deleted() {
    return deleted;
  }

  /** Bytes of the copied blobs. */
  public long bytesCopied() {
    return bytesCopied;
  }

  /** Bytes of the skipped blobs. */
  public long bytesSkipped() {
    return bytesSkipped;
  }
}
