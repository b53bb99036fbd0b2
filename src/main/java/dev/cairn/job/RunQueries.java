package dev.cairn.job;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads runs and their segments. What a caller sees may have changed by the time it acts: {@link
 * RunStore} guards each change. Thread-safe.
 */
@ApplicationScoped
public class RunQueries {
  private @PersistenceContext EntityManager database;

  /** The run of this id. */
  public Optional<Run> find(String id) {
    return Optional.ofNullable(database.find(Run.class, id));
  }

  /** The run that was started under this key. */
  public Optional<Run> findByKey(String job, String key) {
    return first(
        database
            .createQuery(
                "select r from Run r where r.job = :job and r.idempotencyKey = :key", Run.class)
            .setParameter("job", job)
            .setParameter("key", key));
  }

  /** The run bound to an instance of the engine. */
  public Optional<Run> findByInstance(long instanceId) {
    return first(
        database
            .createQuery("select r from Run r where r.instanceId = :id", Run.class)
            .setParameter("id", instanceId));
  }

  /** The live run that holds a lock. */
  public Optional<Run> lockHolder(String lock) {
    return first(
        database
            .createQuery(
                "select r from Run r, RunLock l where l.name = :lock and r.id = l.runId", Run.class)
            .setParameter("lock", lock));
  }

  /** Runs in any of these states, oldest first, at most 1,000. */
  public List<Run> inStatus(Collection<RunStatus> statuses) {
    return database
        .createQuery("select r from Run r where r.status in :s order by r.id", Run.class)
        .setParameter("s", statuses)
        .setMaxResults(1000)
        .getResultList();
  }

  /**
   * One page of runs, newest first.
   *
   * @param job only this job's, or null
   * @param status only those in this state, or null
   * @param before only ids below it, or null
   * @param limit most runs
   */
  public List<Run> page(
      @Nullable String job, @Nullable RunStatus status, @Nullable String before, int limit) {
    StringBuilder query = new StringBuilder("select r from Run r where 1 = 1");
    query.append(job == null ? "" : " and r.job = :job");
    query.append(status == null ? "" : " and r.status = :status");
    query.append(before == null ? "" : " and r.id < :before");
    TypedQuery<Run> typed =
        database.createQuery(query.append(" order by r.id desc").toString(), Run.class);
    if (job != null) {
      typed.setParameter("job", job);
    }
    if (status != null) {
      typed.setParameter("status", status);
    }
    if (before != null) {
      typed.setParameter("before", before);
    }
    return typed.setMaxResults(limit).getResultList();
  }

  /** Segments of a run, oldest first. */
  public List<Segment> segments(String runId) {
    return database
        .createQuery(
            "select s from Segment s where s.runId = :run order by s.executionId", Segment.class)
        .setParameter("run", runId)
        .getResultList();
  }

  private static <T> Optional<T> first(TypedQuery<T> query) {
    return query.setMaxResults(1).getResultStream().findFirst();
  }
}
