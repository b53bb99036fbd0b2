package dev.cairn.job;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The engine's own tables, as far as the engine gives no way to mend them: executions that a dead
 * server left without an end. Thread-safe.
 */
@ApplicationScoped
class EngineRows {
  private @PersistenceContext EntityManager database;
  private @Inject Clock clock;

  /**
   * An execution.
   *
   * @param executionId engine's execution
   * @param instanceId engine's instance
   */
  record Row(long executionId, long instanceId) {}

  /** Id of the newest execution; 0 when there is none. */
  long newest() {
    return ((Number)
            database
                .createNativeQuery("select coalesce(max(JOBEXECUTIONID), 0) from JOB_EXECUTION")
                .getSingleResult())
        .longValue();
  }

  /** Executions up to this id that have no end. */
  List<Row> withoutEnd(long upTo) {
    List<Row> rows = new ArrayList<>();
    for (Object row :
        database
            .createNativeQuery(
                "select JOBEXECUTIONID, JOBINSTANCEID from JOB_EXECUTION"
                    + " where JOBEXECUTIONID <= :upTo"
                    + " and BATCHSTATUS in ('STARTING', 'STARTED', 'STOPPING')"
                    + " order by JOBEXECUTIONID",
                Tuple.class)
            .setParameter("upTo", upTo)
            .setMaxResults(1000)
            .getResultList()) {
      Tuple tuple = (Tuple) row;
      rows.add(new Row(((Number) tuple.get(0)).longValue(), ((Number) tuple.get(1)).longValue()));
    }
    return rows;
  }

  /** Gives an execution of a dead server its end, as a stop would have done. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void stopped(long executionId, String exitStatus) {
    Timestamp now = Timestamp.from(clock.instant());
    database
        .createNativeQuery(
            "update JOB_EXECUTION set BATCHSTATUS = 'STOPPED', EXITSTATUS = :exit, ENDTIME = :now,"
                + " LASTUPDATEDTIME = :now, RESTARTPOSITION = 'open'"
                + " where JOBEXECUTIONID = :id")
        .setParameter("exit", exitStatus)
        .setParameter("now", now)
        .setParameter("id", executionId)
        .executeUpdate();
  }

  /** Removes an execution that must not count as the newest of its instance. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void remove(long executionId) {
    for (String sql :
        List.of(
            "delete from PARTITION_EXECUTION where STEPEXECUTIONID in"
                + " (select STEPEXECUTIONID from STEP_EXECUTION where JOBEXECUTIONID = :id)",
            "delete from STEP_EXECUTION where JOBEXECUTIONID = :id",
            "delete from JOB_EXECUTION where JOBEXECUTIONID = :id")) {
      database.createNativeQuery(sql).setParameter("id", executionId).executeUpdate();
    }
  }
}
