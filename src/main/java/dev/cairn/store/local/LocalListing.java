package dev.cairn.store.local;

import dev.cairn.retry.TimeSource;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a listing. The walk that made a page is kept for a minute, so that the next page goes on
 * where it stopped and a directory is read once per pass; at most {@link #KEPT_WALKS} are kept, the
 * oldest goes first. Without its walk, after a restart for instance, a page costs reading the
 * directories on the way to its first key. Thread-safe.
 */
final class LocalListing {

  /** Most walks that are kept. */
  static final int KEPT_WALKS = 16;

  /**
   * Most names of one directory in memory, about 8 MB; a directory with more of them is read again
   * for each further so many.
   */
  static final int BOUND = 65_536;

  private static final Duration KEPT_FOR = Duration.ofMinutes(1);

  private record Place(String prefix, ObjectKey after) {}

  private record Kept(LocalWalk walk, long since) {}

  private final LocalRoot root;
  private final LocalErrors errors;
  private final TimeSource time;
  private final int bound;
  private final Map<Place, Kept> walks = new LinkedHashMap<>();

  LocalListing(LocalRoot root, LocalErrors errors, TimeSource time, int bound) {
    this.root = root;
    this.errors = errors;
    this.time = time;
    this.bound = bound;
  }

  ListPage page(String prefix, @Nullable ObjectKey after, int limit) throws IOException {
    LocalWalk walk = after == null ? null : take(new Place(prefix, after));
    if (walk == null) {
      walk = new LocalWalk(this::segment, bound);
      walk.start(
          root.path(), DirectoryWindow.Wanted.after(prefix, after == null ? null : after.value()));
    }
    ListPage page = walk.page(limit);
    if (page.next().isPresent()) {
      keep(new Place(prefix, page.next().get()), walk);
    }
    return page;
  }

  /** Forgets all walks. */
  void clear() {
    synchronized (walks) {
      walks.clear();
    }
  }

  private @Nullable LocalWalk take(Place place) {
    synchronized (walks) {
      dropOld();
      Kept kept = walks.remove(place);
      return kept == null ? null : kept.walk;
    }
  }

  private void keep(Place place, LocalWalk walk) {
    synchronized (walks) {
      dropOld();
      walks.put(place, new Kept(walk, time.nanoTime()));
      if (walks.size() > KEPT_WALKS) {
        Iterator<Place> oldest = walks.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
    }
  }

  private void dropOld() {
    long now = time.nanoTime();
    walks.values().removeIf(kept -> now - kept.since > KEPT_FOR.toNanos());
  }

  private @Nullable String segment(Path child) {
    String name = LocalNames.segment(child);
    if (name == null) {
      throw errors.permanent(
          FailureKind.UNSUPPORTED,
          StoreOperation.LIST,
          null,
          "a file has a name that this Java cannot decode, in " + child.getParent());
    }
    boolean top = root.path().equals(child.getParent());
    return top && LocalNames.isReserved(name) ? null : name;
  }
}
