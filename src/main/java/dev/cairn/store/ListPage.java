package dev.cairn.store;

import java.util.List;
import java.util.Optional;

/**
 * One page of a listing.
 *
 * @param entries objects in byte order of their keys; may be empty although more follow
 * @param next pass it as {@code after} to get the next page; empty at the end. It survives a
 *     process
 */
public record ListPage(List<Entry> entries, Optional<ObjectKey> next) {

  /** Copies the list. */
  public ListPage {
    entries = List.copyOf(entries);
  }

  /**
   * One object of a listing.
   *
   * @param key its name
   * @param size bytes as stored
   * @param md5 what may be the MD5 of the stored bytes, in lower-case hex: where it is equal, the
   *     bytes are proved; where it is not, nothing is known, for a provider may show something else
   *     in its form
   */
  public record Entry(ObjectKey key, long size, Optional<String> md5) {

    /** An object of which the listing tells no MD5. */
    public Entry(ObjectKey key, long size) {
      this(key, size, Optional.empty());
    }
  }
}
