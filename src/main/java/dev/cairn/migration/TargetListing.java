package dev.cairn.migration;

import dev.cairn.store.BlobHash;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectKey;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One forward pass over what the target holds in a range, read page by page as the walk over the
 * registry comes by: a blob that is there costs a thousandth of a list request. Not thread-safe.
 */
final class TargetListing {
  private static final int PAGE = 1000;

  private final Lister lister;
  private final byte @Nullable [] high;
  private final String prefix;
  private int limit;
  private @Nullable ObjectKey after;
  private boolean exhausted;
  private Iterator<ListPage.Entry> page = List.<ListPage.Entry>of().iterator();
  private ListPage.@Nullable Entry pending;

  /** Lists the target. */
  @FunctionalInterface
  interface Lister {
    /** One page of what begins with {@code prefix} and lies behind {@code after}. */
    ListPage list(String prefix, @Nullable ObjectKey after, int limit);
  }

  /**
   * @param lister lists the target
   * @param range bounds of the pass
   * @param cursor last hash that is done (32 bytes), or null
   * @param expected how many blobs will be asked for; the first page is no longer than what it
   *     takes to see them all
   */
  TargetListing(Lister lister, KeyRange range, byte @Nullable [] cursor, long expected) {
    this.lister = lister;
    this.prefix = range.keyPrefix();
    this.limit = (int) Math.max(1, Math.min(PAGE, expected + 1));
    this.high = range.high();
    this.after = cursor != null ? BlobHash.of(cursor).key() : before(range.low());
  }

  /** A key behind every blob before {@code low} and before every blob from it on. */
  private static @Nullable ObjectKey before(byte @Nullable [] low) {
    if (low == null) {
      return null;
    }
    String hex = HexFormat.of().formatHex(low);
    return new ObjectKey(hex.substring(0, 2) + "/" + hex);
  }

  /** What the target lists for this blob; hashes must be asked for in ascending order. */
  Optional<ListPage.Entry> find(BlobHash hash) {
    ObjectKey key = hash.key();
    while (true) {
      ListPage.Entry entry = peek();
      if (entry == null || entry.key().compareTo(key) > 0) {
        return Optional.empty();
      }
      pending = null;
      if (entry.key().equals(key)) {
        return Optional.of(entry);
      }
    }
  }

  private ListPage.@Nullable Entry peek() {
    while (pending == null) {
      if (page.hasNext()) {
        pending = page.next();
      } else if (exhausted) {
        return null;
      } else {
        next();
      }
    }
    return pending;
  }

  private void next() {
    ListPage fresh = lister.list(prefix, after, limit);
    limit = PAGE;
    page = fresh.entries().iterator();
    Optional<ObjectKey> next = fresh.next();
    exhausted = next.isEmpty() || behindRange(next.get());
    after = next.orElse(null);
  }

  private boolean behindRange(ObjectKey key) {
    return high != null && key.compareTo(BlobHash.of(high).key()) >= 0;
  }
}
