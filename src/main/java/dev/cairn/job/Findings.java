package dev.cairn.job;

import dev.cairn.outcome.Finding;
import dev.cairn.outcome.FindingLog;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.Collection;
import java.util.List;

/** The findings of all runs. Thread-safe. */
@ApplicationScoped
public class Findings implements FindingLog {
  private @PersistenceContext EntityManager database;
  private @Inject Clock clock;

  @Override
  @Transactional(Transactional.TxType.MANDATORY)
  public void record(String runId, Collection<Finding> findings) {
    findings.forEach(f -> database.persist(new FindingRecord(runId, f, clock.instant())));
  }

  @Override
  public List<Stored> unresolved(String runId, long afterId, int limit) {
    return database
        .createQuery(
            "select f from FindingRecord f where f.runId = :run and f.id > :after"
                + " and f.resolvedAt is null order by f.id",
            FindingRecord.class)
        .setParameter("run", runId)
        .setParameter("after", afterId)
        .setMaxResults(limit)
        .getResultStream()
        .map(f -> new Stored(f.id(), new Finding(f.key(), f.kind(), f.detail())))
        .toList();
  }

  @Override
  @Transactional(Transactional.TxType.MANDATORY)
  public void resolve(long id) {
    database
        .createNativeQuery("update finding set resolved_at = :now where id = :id")
        .setParameter("now", clock.instant())
        .setParameter("id", id)
        .executeUpdate();
  }

  /**
   * One page of a run's findings, resolved ones included, in the order of their recording.
   *
   * @param afterId only those behind this id; 0 for the first page
   * @param limit most findings
   */
  public List<FindingRecord> page(String runId, long afterId, int limit) {
    return database
        .createQuery(
            "select f from FindingRecord f where f.runId = :run and f.id > :after order by f.id",
            FindingRecord.class)
        .setParameter("run", runId)
        .setParameter("after", afterId)
        .setMaxResults(limit)
        .getResultList();
  }
}
