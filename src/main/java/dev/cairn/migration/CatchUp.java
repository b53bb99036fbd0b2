package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.outcome.Finding;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectKey;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The catch-up step: what was registered, deleted or revived behind the plan's number, in the order
 * of the numbers, up to the watermark. Same copier, same verification as the bulk. Used by one
 * thread.
 */
public final class CatchUp extends ChunkWork {
  private static final int PAGE = 1000;

  /** Stands for "no range": changes are not cut into ranges. */
  private static final int NO_RANGE = -1;

  private final long watermark;
  private long cursor;
  private long readUpTo;
  private Iterator<BlobRow> page = List.<BlobRow>of().iterator();

  /** Continues where the ledger says that catch-up stands. */
  public CatchUp(MigrationSession session) {
    super(session);
    MigrationRecord record = session.ledger().find(session.runId()).orElseThrow();
    this.cursor = record.catchUpCursor();
    this.readUpTo = cursor;
    this.watermark = record.watermark();
  }

  @Override
  RangeWalk.@Nullable Item next() {
    if (!page.hasNext()) {
      page = session().registry().changes(readUpTo, watermark, PAGE).iterator();
    }
    if (!page.hasNext()) {
      return null;
    }
    BlobRow row = page.next();
    readUpTo = row.changedSeq();
    return new RangeWalk.Item(NO_RANGE, row, there(row), false);
  }

  private Optional<ListPage.Entry> there(BlobRow row) {
    if (!row.live()) {
      return Optional.empty();
    }
    ObjectKey key = row.hash().key();
    return session()
        .call(() -> session().target().stat(key))
        .map(info -> new ListPage.Entry(key, info.size()));
  }

  @Override
  void advance(RangeWalk.Item last, Counters counters, List<Finding> found) {
    long to = last.row().changedSeq();
    session()
        .ledger()
        .advanceCatchUp(session().runId(), session().epoch(), cursor, to, counters, found);
    cursor = to;
  }

  @Override
  public String checkpoint() {
    return Long.toString(cursor);
  }
}
