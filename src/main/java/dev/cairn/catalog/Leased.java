package dev.cairn.catalog;

import dev.cairn.store.BlobStore;

/**
 * The live store for one operation.
 *
 * @param entry name of the active entry
 * @param store the store behind all its layers
 * @param pointerVersion version of the pointer it belongs to
 * @param release gives it back
 */
public record Leased(String entry, BlobStore store, long pointerVersion, Runnable release)
    implements AutoCloseable {
  @Override
  public void close() {
    release.run();
  }
}
