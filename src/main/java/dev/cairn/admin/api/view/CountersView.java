package dev.cairn.admin.api.view;

import dev.cairn.migration.Counters;

/**
 * How many blobs ended how, over all segments of a run. Bytes are strings, because they may be more
 * than a JSON number holds exactly everywhere.
 *
 * @param scanned blobs with an outcome: the sum of the five below
 * @param copied copied and verified
 * @param skipped there already, verified
 * @param failed not copied for good
 * @param sourceMissing registered, but not at the source
 * @param deleted deleted meanwhile
 * @param bytesCopied bytes of the copied ones
 * @param bytesSkipped bytes of the skipped ones
 */
public record CountersView(
    long scanned,
    long copied,
    long skipped,
    long failed,
    long sourceMissing,
    long deleted,
    String bytesCopied,
    String bytesSkipped) {
  /** Counters, as JSON shows them. */
  public static CountersView of(Counters counters) {
    return new CountersView(
        counters.scanned(),
        counters.copied(),
        counters.skipped(),
        counters.failed(),
        counters.sourceMissing(),
        counters.deleted(),
        Long.toString(counters.bytesCopied()),
        Long.toString(counters.bytesSkipped()));
  }
}
