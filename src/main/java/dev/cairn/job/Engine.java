package dev.cairn.job;

import jakarta.batch.operations.JobExecutionNotRunningException;
import jakarta.batch.operations.JobOperator;
import jakarta.batch.operations.NoSuchJobExecutionException;
import jakarta.batch.runtime.BatchRuntime;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.JobExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jboss.logging.Logger;

/** The batch engine, as far as runs need it. Thread-safe. */
@ApplicationScoped
public class Engine {
  private static final Logger LOG = Logger.getLogger(Engine.class);
  private static final Set<BatchStatus> ENDED =
      EnumSet.of(
          BatchStatus.COMPLETED, BatchStatus.FAILED, BatchStatus.STOPPED, BatchStatus.ABANDONED);

  /** Parameter that names the run of a start by this application. */
  static final String RUN = "run";

  /**
   * How a restart treats an execution whose status is not an end; only "force" works behind our own
   * lease.
   */
  static final String RESTART_MODE = "jberet.restart.mode";

  /**
   * What the engine itself adds to a restart: how it is done, and the file in which the job was
   * found.
   */
  static final Set<String> OWN_PARAMETERS = Set.of(RESTART_MODE, "jberet.jobXmlName");

  /** Starts a job for a run and gives the execution's id. */
  long start(String job, String runId) {
    Properties parameters = new Properties();
    parameters.setProperty(RUN, runId);
    return operator().start(job, parameters);
  }

  /** Restarts the newest execution of an instance and gives the new execution's id. */
  long restart(long executionId) {
    Properties parameters = new Properties();
    parameters.setProperty(RESTART_MODE, "force");
    return operator().restart(executionId, parameters);
  }

  /** Asks an execution of this JVM to stop; one that has ended already is left alone. */
  void stop(long executionId) {
    try {
      operator().stop(executionId);
    } catch (JobExecutionNotRunningException | NoSuchJobExecutionException e) {
      LOG.debugf("execution %d has ended already", executionId);
    }
  }

  /** Marks an ended execution as abandoned. */
  void abandon(long executionId) {
    operator().abandon(executionId);
  }

  /** Status of an execution, or empty when the engine does not know it. */
  Optional<BatchStatus> status(long executionId) {
    return execution(executionId).map(JobExecution::getBatchStatus);
  }

  /** True when the execution has come to its end in every respect. */
  boolean ended(long executionId) {
    return execution(executionId)
        .map(e -> ENDED.contains(e.getBatchStatus()) && e.getEndTime() != null)
        .orElse(true);
  }

  private Optional<JobExecution> execution(long executionId) {
    try {
      return Optional.of(operator().getJobExecution(executionId));
    } catch (NoSuchJobExecutionException e) {
      LOG.debugf("the engine does not know execution %d", executionId);
      return Optional.empty();
    }
  }

  private static JobOperator operator() {
    return BatchRuntime.getJobOperator();
  }
}
