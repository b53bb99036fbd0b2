package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.outcome.Finding;
import dev.cairn.outcome.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The work of one chunk step or partition: blobs are read in an order that a cursor can describe,
 * copied several at a time, and recorded up to the first without an outcome. Used by one thread.
 */
public abstract class ChunkWork {
  private static final long CLOSE_MILLIS = 2000;

  private final MigrationSession session;
  private final CopyWindow window;
  private int inChunk;
  private @Nullable Verdict verdict;

  ChunkWork(MigrationSession session) {
    this.session = session;
    this.window = session.newWindow();
  }

  /** The next blob, or null when there is none left or the run comes to an end. */
  public final RangeWalk.@Nullable Item read() {
    RangeWalk.Item item = stopping() ? null : next();
    if (item != null) {
      inChunk++;
    }
    return item;
  }

  /** The next blob, or null when there is none left. */
  abstract RangeWalk.@Nullable Item next();

  /** Begins to copy a blob; waits while too many are in flight. */
  public final CopyWindow.Handle submit(RangeWalk.Item item) throws InterruptedException {
    return window.submit(item);
  }

  /** True when what was read since the last checkpoint should be recorded. */
  public boolean checkpointDue() {
    return inChunk >= session.settings().itemCount();
  }

  /**
   * Waits for the chunk's blobs and records those up to the first without an outcome.
   *
   * @param chunk blobs in the order in which they were read; may be empty
   * @throws IllegalStateException when a blob has no outcome although nothing asked the run to stop
   */
  public void record(List<CopyWindow.Handle> chunk) throws InterruptedException {
    List<CopyOutcome> outcomes = new ArrayList<>(chunk.size());
    for (CopyWindow.Handle handle : chunk) {
      CopyOutcome outcome = window.await(handle);
      if (outcome == null) {
        break;
      }
      outcomes.add(settled(handle.item(), outcome));
    }
    if (!outcomes.isEmpty()) {
      session.call(
          () -> {
            session.target().sync();
            return true;
          });
      Counters counters = Counters.of(outcomes);
      List<Finding> found = outcomes.stream().flatMap(o -> o.finding().stream()).toList();
      advance(chunk.get(outcomes.size() - 1).item(), counters, found);
      checkLimits(counters);
    }
    if (outcomes.size() < chunk.size() && !stopping()) {
      throw new IllegalStateException("a blob ended without an outcome");
    }
    inChunk = 0;
  }

  /**
   * A blob that the source does not have may have been deleted since it was read; then nothing is
   * missing.
   */
  private CopyOutcome settled(RangeWalk.Item item, CopyOutcome outcome) {
    boolean deleted =
        outcome.kind() == CopyOutcome.Kind.SOURCE_MISSING
            && session.registry().find(item.row().hash()).filter(BlobRow::live).isEmpty();
    return deleted ? CopyOutcome.deleted() : outcome;
  }

  /** Moves the cursor to this item and adds what was counted and found: one transaction. */
  abstract void advance(RangeWalk.Item last, Counters counters, List<Finding> found);

  private void checkLimits(Counters counters) {
    if (counters.failed() > 0 || counters.sourceMissing() > 0) {
      Limits.check(session.ledger().totals(session.runId()), session.settings())
          .ifPresent(v -> verdict = v);
    }
  }

  private boolean stopping() {
    return session.signal().raised() || window.failure() != null || verdict != null;
  }

  /** What a copy threw that stops the run, or null. */
  public final @Nullable Throwable failure() {
    return window.failure();
  }

  /** What the limits say, or empty while the run may go on. */
  public final Optional<Verdict> verdict() {
    return Optional.ofNullable(verdict);
  }

  /** The cursor as text, for people who look at the engine's tables; null before the first. */
  public abstract @Nullable String checkpoint();

  /**
   * Cancels what is in flight and waits for it, at most two seconds.
   *
   * @return copies that did not end in that time
   */
  public final int close() {
    return window.cancel(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  final MigrationSession session() {
    return session;
  }
}
