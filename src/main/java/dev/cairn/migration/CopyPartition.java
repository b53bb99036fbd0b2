package dev.cairn.migration;

import dev.cairn.outcome.Finding;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One partition of the copy step: its ranges, walked one after the other in key order. A chunk
 * never spans two ranges. Used by one thread.
 */
public final class CopyPartition extends ChunkWork {
  private static final long CHECKPOINT_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final LongSupplier nanoTime;
  private final Deque<Integer> ranges;
  private @Nullable RangeWalk walk;
  private byte @Nullable [] cursor;
  private int range = -1;
  private boolean rangeEnds;
  private long chunkBegan;

  /**
   * @param session the segment
   * @param ranges numbers of the ranges it works through
   * @param nanoTime clock for the time between two checkpoints
   */
  public CopyPartition(MigrationSession session, List<Integer> ranges, LongSupplier nanoTime) {
    super(session);
    this.ranges = new ArrayDeque<>(ranges);
    this.nanoTime = nanoTime;
    this.chunkBegan = nanoTime.getAsLong();
  }

  @Override
  RangeWalk.@Nullable Item next() {
    RangeWalk current = walk;
    while (current == null || !current.hasNext()) {
      current = nextRange(current);
      if (current == null) {
        return null;
      }
    }
    RangeWalk.Item item = current.next();
    rangeEnds = item.last();
    return item;
  }

  private @Nullable RangeWalk nextRange(@Nullable RangeWalk before) {
    if (before != null && !rangeEnds) {
      session().ledger().finish(position());
    }
    Integer number = ranges.poll();
    walk = number == null ? null : walk(number);
    return walk;
  }

  private RangeWalk walk(int number) {
    RangeRecord record = session().ledger().range(session().runId(), number);
    long s0 = session().ledger().find(session().runId()).orElseThrow().s0().orElseThrow();
    range = number;
    cursor = record.cursor();
    rangeEnds = false;
    return new RangeWalk(
        (after, in, max, limit) ->
            session().registry().page(after, in.low(), in.high(), max, limit),
        (prefix, after, limit) ->
            session().call(() -> session().target().list(prefix, after, limit)),
        new RangeWalk.Part(
            record.range(), cursor, record.rowsPlanned() - record.counters().scanned(), s0));
  }

  /** Also at the end of a range, and fifteen seconds after the last checkpoint. */
  @Override
  public boolean checkpointDue() {
    return super.checkpointDue()
        || rangeEnds
        || nanoTime.getAsLong() - chunkBegan >= CHECKPOINT_NANOS;
  }

  @Override
  public void record(List<CopyWindow.Handle> chunk) throws InterruptedException {
    super.record(chunk);
    chunkBegan = nanoTime.getAsLong();
  }

  @Override
  void advance(RangeWalk.Item last, Counters counters, List<Finding> found) {
    byte[] to = last.row().hash().bytes();
    session().ledger().advance(position(), to, last.last(), counters, found);
    cursor = to;
  }

  private Ledger.Position position() {
    return new Ledger.Position(session().runId(), session().epoch(), range, cursor);
  }

  @Override
  public @Nullable String checkpoint() {
    return cursor == null ? null : range + ":" + HexFormat.of().formatHex(cursor);
  }
}
