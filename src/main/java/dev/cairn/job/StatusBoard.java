package dev.cairn.job;

import dev.cairn.catalog.Gate;
import dev.cairn.catalog.LiveStore;
import dev.cairn.migration.Counters;
import dev.cairn.migration.Ledger;
import dev.cairn.migration.MigrationRecord;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * How the application stands, in memory: read by every response, refreshed once a second, so that a
 * request costs no query. Thread-safe.
 */
@ApplicationScoped
public class StatusBoard {
  private static final Logger LOG = Logger.getLogger(StatusBoard.class);

  private @Inject LiveStore liveStore;
  private @Inject RunQueries queries;
  private @Inject Ledger ledger;
  private @Inject LiveRuns live;
  private @Inject Clock clock;

  private volatile Status current =
      new Status(true, null, null, null, null, null, "not looked yet");
  private volatile boolean failing;

  /**
   * How the application stands.
   *
   * @param readonly true while writes are refused
   * @param holder job that is live, or null
   * @param run its run, or null
   * @param status how that stands, or null
   * @param cause why it paused, or null
   * @param percent how far it is, 0 to 100, or null
   * @param reason why writes are refused, or null
   */
  public record Status(
      boolean readonly,
      @Nullable String holder,
      @Nullable String run,
      @Nullable RunStatus status,
      @Nullable String cause,
      @Nullable Integer percent,
      @Nullable String reason) {}

  /** As it was seen last. */
  public Status current() {
    Gate gate = liveStore.gate();
    Status seen = current;
    return gate.closed() == seen.readonly()
        ? seen
        : new Status(
            gate.closed(),
            seen.holder(),
            seen.run(),
            seen.status(),
            seen.cause(),
            seen.percent(),
            gate.reason());
  }

  /**
   * Looks again; one look at a time, so that an older one never covers a newer. A database that
   * does not answer closes the gate until it does.
   */
  public synchronized void refresh() {
    try {
      liveStore.refresh();
      current = look();
      failing = false;
    } catch (PersistenceException | IllegalStateException e) {
      liveStore.unreadable();
      if (!failing) {
        LOG.error("the database cannot be read; writes are refused until it can", e);
      }
      failing = true;
    }
  }

  private Status look() {
    Gate gate = liveStore.gate();
    List<Run> runs = queries.inStatus(RunStatus.LIVE);
    Optional<Run> holder =
        runs.stream()
            .filter(r -> r.id().equals(gate.holder()))
            .findFirst()
            .or(() -> runs.stream().findFirst());
    if (holder.isEmpty()) {
      return new Status(gate.closed(), null, null, null, null, null, gate.reason());
    }
    Run run = holder.get();
    return new Status(
        gate.closed(),
        run.job(),
        run.id(),
        run.status(),
        run.cause() == null ? null : run.cause().name(),
        percent(run),
        gate.reason());
  }

  private @Nullable Integer percent(Run run) {
    Optional<MigrationRecord> migration = ledger.find(run.id());
    if (migration.isEmpty()) {
      return null;
    }
    Counters totals = ledger.totals(run.id());
    live.ofRun(run.id())
        .ifPresent(
            r ->
                r.progress()
                    .sample(
                        clock.instant(),
                        totals.scanned(),
                        totals.bytesCopied() + totals.bytesSkipped()));
    long planned = migration.get().rowsPlanned();
    return planned == 0 ? 0 : (int) Math.min(100, 100 * totals.scanned() / planned);
  }
}
