package dev.cairn.job;

import dev.cairn.catalog.Node;
import dev.cairn.catalog.RegistryHead;
import dev.cairn.migration.Ledger;
import dev.cairn.migration.Phase;
import dev.cairn.outcome.Reason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The only place that changes a run. Each change is one transaction guarded by the run's epoch or
 * status. {@link RunQueries} reads. Thread-safe.
 */
@ApplicationScoped
public class RunStore {
  private static final int MESSAGE_CHARS = 4000;
  private static final int WHO_CHARS = 255;

  private @PersistenceContext EntityManager database;
  private @Inject Ledger ledger;
  private @Inject RegistryHead head;
  private @Inject Clock clock;
  private @Inject Node node;

  /**
   * Stores a new run and takes its lock. Joins the caller's transaction, which fails when the lock
   * is taken meanwhile.
   */
  @Transactional(Transactional.TxType.MANDATORY)
  public void create(Run run) {
    database.persist(run);
    if (run.lockName() != null) {
      database.flush();
      database.persist(new RunLock(run.lockName(), run.id()));
    }
    database.flush();
  }

  /** Binds a run to the engine's instance and execution before its first segment works. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void bind(String runId, long instanceId, long executionId) {
    database
        .createNativeQuery(
            "update run set instance_id = :instance, execution_id = :execution, updated_at = :now"
                + " where id = :id")
        .setParameter("instance", instanceId)
        .setParameter("execution", executionId)
        .setParameter("now", clock.instant())
        .setParameter("id", runId)
        .executeUpdate();
  }

  /**
   * Takes the lease of a run for a new segment: it is RUNNING under a new epoch afterwards, and
   * carries no cause.
   *
   * @param seen the run as the caller saw it; nothing happens when it has changed since
   * @return the new epoch, or empty when the run has changed since
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public Optional<Long> takeLease(Run seen, long instanceId, long executionId, Duration lease) {
    Instant now = clock.instant();
    long epoch = seen.epoch() + 1;
    int rows =
        database
            .createNativeQuery(
                "update run set status = 'RUNNING', epoch = :next, owner = :owner,"
                    + " lease_until = :until, instance_id = :instance, execution_id = :execution,"
                    + " verdict = null, cause = null, cause_by = null, error_message = null,"
                    + " not_before = null, pausing_since = null, phase = 'open',"
                    + " started_at = coalesce(started_at, :now), updated_at = :now"
                    + " where id = :id and epoch = :epoch and status = :status and verdict is null")
            .setParameter("next", epoch)
            .setParameter("owner", node.owner())
            .setParameter("until", now.plus(lease))
            .setParameter("instance", instanceId)
            .setParameter("execution", executionId)
            .setParameter("now", now)
            .setParameter("id", seen.id())
            .setParameter("epoch", seen.epoch())
            .setParameter("status", seen.status().name())
            .executeUpdate();
    if (rows == 0) {
      return Optional.empty();
    }
    ledger.fence(seen.id(), epoch);
    database.persist(new Segment(seen.id(), executionId, epoch, now));
    return Optional.of(epoch);
  }

  /** Says that this node still works on these runs. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void heartbeat(Collection<String> runIds, Duration lease) {
    database
        .createNativeQuery(
            "update run set lease_until = :until where owner = :owner and id in (:ids)")
        .setParameter("until", clock.instant().plus(lease))
        .setParameter("owner", node.owner())
        .setParameter("ids", runIds)
        .executeUpdate();
  }

  /** Records the step a run is in. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void phase(String runId, long epoch, String step) {
    database
        .createNativeQuery(
            "update run set phase = :phase, updated_at = :now where id = :id and epoch = :epoch")
        .setParameter("phase", step)
        .setParameter("now", clock.instant())
        .setParameter("id", runId)
        .setParameter("epoch", epoch)
        .executeUpdate();
  }

  /**
   * A decision about a run, as it is recorded.
   *
   * @param kind pause or fail
   * @param reason why
   * @param by who, or null
   * @param text for people
   * @param notBefore earliest sensible time for the next try, or null
   */
  public record Decision(
      Run.VerdictKind kind,
      Reason reason,
      @Nullable String by,
      String text,
      @Nullable Instant notBefore) {}

  /**
   * Records a decision about a run that is starting or running. The first one counts.
   *
   * @return false when another was recorded before, or the epoch is over
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public boolean decide(String runId, long epoch, Decision decision) {
    Instant now = clock.instant();
    boolean pause = decision.kind() == Run.VerdictKind.PAUSE;
    Query update =
        database.createQuery(
            "update Run r set r.verdict = :verdict, r.cause = :cause, r.causeBy = :by,"
                + " r.errorMessage = :text, r.notBefore = :notBefore, r.updatedAt = :now"
                + (pause ? ", r.status = :pausing, r.pausingSince = :now" : "")
                + " where r.id = :id and r.epoch = :epoch and r.verdict is null"
                + " and r.status in (:starting, :running)");
    if (pause) {
      update.setParameter("pausing", RunStatus.PAUSING);
    }
    return update
            .setParameter("verdict", decision.kind())
            .setParameter("cause", decision.reason())
            .setParameter("by", cutWho(decision.by()))
            .setParameter("text", Texts.cut(decision.text(), MESSAGE_CHARS))
            .setParameter("notBefore", decision.notBefore())
            .setParameter("now", now)
            .setParameter("id", runId)
            .setParameter("epoch", epoch)
            .setParameter("starting", RunStatus.STARTING)
            .setParameter("running", RunStatus.RUNNING)
            .executeUpdate()
        == 1;
  }

  /**
   * Ends a run, or pauses it: status, reason, lock, gate, epoch and segment in one transaction. The
   * only method that writes a terminal status. Runs that are terminal already stay as they are, and
   * a paused one keeps its first reason: it can only be completed or cancelled.
   *
   * @param epoch epoch of the segment that ended; nothing happens when it is over
   * @param mark how far the run has got, to tell progress between unexpected ends
   * @return false when nothing was changed
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public boolean settle(String runId, long epoch, Outcome outcome, long mark) {
    Run run = database.find(Run.class, runId, LockModeType.PESSIMISTIC_WRITE);
    if (run == null || run.epoch() != epoch || settled(run.status(), outcome)) {
      return false;
    }
    run.settle(outcome, mark, clock.instant());
    if (run.status().terminal()) {
      release(run);
    }
    endSegment(runId, epoch, Outcomes.exitStatus(outcome));
    return true;
  }

  private static boolean settled(RunStatus status, Outcome outcome) {
    boolean over = outcome instanceof Outcome.Completed || outcome instanceof Outcome.Cancelled;
    return status.terminal() || (status == RunStatus.PAUSED && !over);
  }

  private void release(Run run) {
    ledger.fence(run.id(), run.epoch());
    database
        .createNativeQuery("delete from run_lock where run_id = :id")
        .setParameter("id", run.id())
        .executeUpdate();
    head.open(run.id());
  }

  private void endSegment(String runId, long epoch, String exitStatus) {
    database
        .createNativeQuery(
            "update segment set ended_at = :now, exit_status = :exit"
                + " where run_id = :id and epoch = :epoch and ended_at is null")
        .setParameter("now", clock.instant())
        .setParameter("exit", exitStatus)
        .setParameter("id", runId)
        .setParameter("epoch", epoch)
        .executeUpdate();
  }

  /**
   * Cancels a run: at once, whatever its threads do.
   *
   * @return the epoch that is over now, or empty when the run is terminal already
   * @throws ConflictException when it has cut over
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public Optional<Long> cancel(String runId, String who) {
    Run run = database.find(Run.class, runId, LockModeType.PESSIMISTIC_WRITE);
    if (run == null || run.status().terminal()) {
      return Optional.empty();
    }
    ledger.fence(runId, run.epoch() + 1);
    if (ledger.find(runId).filter(m -> m.phase() == Phase.CUT_OVER).isPresent()) {
      throw new ConflictException(
          ConflictException.Code.WRONG_STATE,
          runId,
          "run " + runId + " has cut over and cannot be cancelled; a migration back is a new run");
    }
    settle(runId, run.epoch(), new Outcome.Cancelled(who), run.internalMark());
    return Optional.of(run.epoch());
  }

  /**
   * From PAUSED to STARTING, keeping the cause until the engine has begun, under a new epoch:
   * whoever still settles the segment before comes too late. False when the run is not PAUSED any
   * more.
   */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public boolean beginResume(Run seen) {
    return move(seen, RunStatus.PAUSED, RunStatus.STARTING);
  }

  /** Back from STARTING to PAUSED: the engine did not take the run. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public boolean undoResume(Run seen) {
    return move(seen, RunStatus.STARTING, RunStatus.PAUSED);
  }

  private boolean move(Run seen, RunStatus from, RunStatus to) {
    return database
            .createNativeQuery(
                "update run set status = :to, epoch = epoch + 1, updated_at = :now"
                    + " where id = :id and epoch = :epoch and status = :from")
            .setParameter("to", to.name())
            .setParameter("now", clock.instant())
            .setParameter("id", seen.id())
            .setParameter("epoch", seen.epoch())
            .setParameter("from", from.name())
            .executeUpdate()
        == 1;
  }

  private static @Nullable String cutWho(@Nullable String who) {
    return who == null ? null : Texts.cut(who, WHO_CHARS);
  }
}
