package dev.cairn.admin.api.view;

import dev.cairn.catalog.Blobs;

/**
 * A blob that was put.
 *
 * @param hash its name: SHA-256, 64 lower-case hexadecimal digits
 * @param size bytes
 * @param created false when it was there already
 */
public record StoredView(String hash, long size, boolean created) {
  /** What was stored, as JSON shows it. */
  public static StoredView of(Blobs.Stored stored) {
    return new StoredView(stored.hash().hex(), stored.size(), stored.created());
  }
}
