package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.catalog.Registry;
import dev.cairn.outcome.FindingLog;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Makes sure that the target of a resumed run still holds what was proved there: a bucket that was
 * emptied or made anew meanwhile answers every question in good order, and what lies behind the
 * cursors is never asked for again. Thread-safe.
 */
@ApplicationScoped
class EarlierWork {
  private static final int WITNESSES = 32;
  private static final int PAGE = 1000;

  private @Inject Ledger ledger;
  private @Inject Registry registry;
  private @Inject FindingLog findings;

  /**
   * The blobs at the cursors that are live and were proved at the target; at most 32.
   *
   * @param s0 the plan's number: what changed behind it may have been passed while it was deleted
   */
  List<BlobRow> witnesses(String runId, long s0) {
    List<BlobRow> atCursors =
        ledger.ranges(runId).stream()
            .map(RangeRecord::cursor)
            .filter(Objects::nonNull)
            .map(cursor -> registry.find(BlobHash.of(cursor)))
            .flatMap(Optional::stream)
            .filter(row -> row.live() && row.changedSeq() <= s0)
            .toList();
    if (atCursors.isEmpty()) {
      return atCursors;
    }
    Set<String> unproved = unproved(runId);
    return atCursors.stream()
        .filter(row -> !unproved.contains(row.hash().key().value()))
        .limit(WITNESSES)
        .toList();
  }

  private Set<String> unproved(String runId) {
    Set<String> keys = new HashSet<>();
    long after = 0;
    List<FindingLog.Stored> page = findings.unresolved(runId, after, PAGE);
    while (!page.isEmpty()) {
      for (FindingLog.Stored stored : page) {
        keys.add(stored.finding().key());
        after = stored.id();
      }
      page = findings.unresolved(runId, after, PAGE);
    }
    return keys;
  }

  /** What stops the run when one of the witnesses is not at the target any more. */
  static Optional<Verdict> lost(BlobStore target, List<BlobRow> witnesses) {
    return witnesses.stream()
        .filter(row -> target.stat(row.hash().key()).isEmpty())
        .findFirst()
        .map(
            row ->
                new Verdict.Pause(
                    Reason.CONFIGURATION,
                    "target "
                        + target.describe().location()
                        + " does not hold "
                        + row.hash().key().value()
                        + " any more, which this run has proved there: it is another place, or was"
                        + " emptied. Put back what was there and resume, or cancel and start anew"));
  }
}
