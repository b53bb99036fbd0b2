package dev.cairn.migration;

import dev.cairn.catalog.BlobRow;
import dev.cairn.catalog.Registry;
import dev.cairn.outcome.Finding;
import dev.cairn.outcome.FindingLog;
import dev.cairn.outcome.Reason;
import dev.cairn.outcome.Verdict;
import dev.cairn.store.BlobHash;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last look before the cutover, with the gate closed: blobs that failed or were missing are
 * tried once more, then the numbers must add up. An empty to-do list is no proof. Thread-safe.
 */
@ApplicationScoped
public class Reconciliation {
  private static final int PAGE = 1000;

  private @Inject Ledger ledger;
  private @Inject Registry registry;
  private @Inject FindingLog findings;

  /**
   * Reconciles a migration.
   *
   * @return what stops the run, or empty when everything is proved
   */
  public Optional<Verdict> reconcile(MigrationSession session) {
    try {
      tryAgain(session);
    } catch (RetryableStoreException e) {
      return Optional.of(PausePolicy.pause(e));
    } catch (PermanentStoreException e) {
      return Optional.of(PausePolicy.pause(e));
    }
    return session.signal().raised() ? Optional.empty() : compare(session.runId());
  }

  private void tryAgain(MigrationSession session) {
    List<RangeRecord> ranges = ledger.ranges(session.runId());
    long after = 0;
    List<FindingLog.Stored> page = findings.unresolved(session.runId(), after, PAGE);
    while (!page.isEmpty()) {
      for (FindingLog.Stored stored : page) {
        if (session.signal().raised()) {
          return;
        }
        tryAgain(session, ranges, stored);
        after = stored.id();
      }
      page = findings.unresolved(session.runId(), after, PAGE);
    }
  }

  private void tryAgain(
      MigrationSession session, List<RangeRecord> ranges, FindingLog.Stored stored) {
    Optional<BlobHash> hash = BlobHash.fromKey(new ObjectKey(stored.finding().key()));
    Optional<BlobRow> row = hash.flatMap(registry::find);
    if (row.isEmpty()) {
      return;
    }
    CopyOutcome now =
        session.call(
            () -> {
              CopyOutcome outcome = session.copier().copy(row.get(), Optional.empty());
              session.target().sync();
              return outcome;
            });
    CopyOutcome.Kind was =
        stored.finding().kind() == Finding.Kind.SOURCE_MISSING
            ? CopyOutcome.Kind.SOURCE_MISSING
            : CopyOutcome.Kind.FAILED;
    if (now.kind() != was) {
      ledger.amend(position(session, ranges, row.get()), stored.id(), was, now);
    }
  }

  private static Ledger.Position position(
      MigrationSession session, List<RangeRecord> ranges, BlobRow row) {
    byte[] hash = row.hash().bytes();
    int number =
        ranges.stream()
            .map(RangeRecord::range)
            .filter(r -> inside(r, hash))
            .findFirst()
            .orElseThrow()
            .number();
    return new Ledger.Position(session.runId(), session.epoch(), number, null);
  }

  private static boolean inside(KeyRange range, byte[] hash) {
    return notBefore(hash, range.low()) && !(range.high() != null && notBefore(hash, range.high()));
  }

  private static boolean notBefore(byte[] hash, byte @Nullable [] bound) {
    return bound == null || Arrays.compareUnsigned(hash, bound) >= 0;
  }

  private Optional<Verdict> compare(String runId) {
    MigrationRecord record = ledger.find(runId).orElseThrow();
    List<RangeRecord> ranges = ledger.ranges(runId);
    Counters bulk = Counters.sum(ranges.stream().map(RangeRecord::counters).toList());
    Counters all = Counters.sum(List.of(bulk, record.caughtUp()));
    long registered = registry.size(null, null, record.s0().orElseThrow()).rows();
    return Verdicts.of(
        new Verdicts.Facts(
            ranges.stream().filter(r -> !r.finished()).count(),
            record.rowsPlanned(),
            registered,
            bulk.scanned(),
            all.failed(),
            all.sourceMissing(),
            record.catchUpCursor(),
            record.watermark()));
  }

  /** What the numbers say. Pure. */
  static final class Verdicts {
    private Verdicts() {}

    /**
     * The numbers compared.
     *
     * @param unfinishedRanges ranges with something left
     * @param planned rows of the plan
     * @param registered rows that the plan should have, counted again now
     * @param scanned rows with an outcome in the bulk copy
     * @param failed blobs that failed, over all
     * @param missing blobs missing at the source, over all
     * @param caughtUpTo number up to which catch-up came
     * @param watermark number up to which it had to come
     */
    record Facts(
        long unfinishedRanges,
        long planned,
        long registered,
        long scanned,
        long failed,
        long missing,
        long caughtUpTo,
        long watermark) {}

    static Optional<Verdict> of(Facts f) {
      if (f.unfinishedRanges() > 0
          || f.planned() != f.registered()
          || f.scanned() != f.planned()
          || f.caughtUpTo() != f.watermark()) {
        return Optional.of(
            new Verdict.Fail(
                Reason.RECONCILE,
                String.format(
                    "the numbers do not add up, so nothing was cut over: %d ranges unfinished, %d rows"
                        + " planned, %d registered, %d scanned, caught up to %d of %d",
                    f.unfinishedRanges(),
                    f.planned(),
                    f.registered(),
                    f.scanned(),
                    f.caughtUpTo(),
                    f.watermark())));
      }
      if (f.failed() > 0) {
        return Optional.of(
            new Verdict.Fail(
                Reason.RECONCILE,
                f.failed()
                    + " blobs failed, so nothing was cut over; mend what the findings name and start a"
                    + " new run, which skips all that is there already"));
      }
      if (f.missing() > 0) {
        return Optional.of(
            new Verdict.Pause(
                Reason.MISSING,
                f.missing()
                    + " registered blobs are missing at the source; restore the objects that the"
                    + " findings name and resume, or cancel"));
      }
      return Optional.empty();
    }
  }
}
