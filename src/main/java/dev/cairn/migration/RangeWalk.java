package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.store.ListPage;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The walk over one range in key order: pages of the registry merged with one listing of the
 * target. Not thread-safe.
 */
public final class RangeWalk {
  private static final int PAGE = 1000;

  private final Pages registry;
  private final KeyRange range;
  private final long s0;
  private final TargetListing listing;
  private byte @Nullable [] after;
  private boolean exhausted;
  private Iterator<BlobRow> page = List.<BlobRow>of().iterator();

  /** Reads the registry. */
  @FunctionalInterface
  interface Pages {
    /**
     * One page of a range behind {@code after}, of rows whose first registration has at most the
     * number {@code s0}.
     */
    List<BlobRow> page(byte @Nullable [] after, KeyRange range, long s0, int limit);
  }

  /**
   * A part of a range that is to be walked.
   *
   * @param range bounds
   * @param cursor last hash that is done (32 bytes), or null
   * @param rows about how many rows are left
   * @param s0 only rows whose first registration has at most this number
   */
  record Part(KeyRange range, byte @Nullable [] cursor, long rows, long s0) {}

  RangeWalk(Pages registry, TargetListing.Lister lister, Part part) {
    this.registry = registry;
    this.range = part.range();
    this.s0 = part.s0();
    this.after = part.cursor();
    this.listing = new TargetListing(lister, range, part.cursor(), part.rows());
  }

  /** True when at least one more blob follows. */
  boolean hasNext() {
    while (!page.hasNext() && !exhausted) {
      List<BlobRow> rows = registry.page(after, range, s0, PAGE);
      exhausted = rows.size() < PAGE;
      if (!rows.isEmpty()) {
        after = rows.get(rows.size() - 1).hash().bytes();
      }
      page = rows.iterator();
    }
    return page.hasNext();
  }

  /** The next blob with what the target's listing says of it. */
  Item next() {
    BlobRow row = page.next();
    Optional<ListPage.Entry> there = row.live() ? listing.find(row.hash()) : Optional.empty();
    return new Item(range.number(), row, there, !hasNext());
  }

  /**
   * A blob to be brought to the target.
   *
   * @param range number of its range
   * @param row the registered blob
   * @param there what the target lists under its name
   * @param last true when nothing follows in the range
   */
  public record Item(int range, BlobRow row, Optional<ListPage.Entry> there, boolean last) {}
}
