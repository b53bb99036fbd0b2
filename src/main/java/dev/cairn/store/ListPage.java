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
   */
  public record Entry(ObjectKey key, long size) {}
}
