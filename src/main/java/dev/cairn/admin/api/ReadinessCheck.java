package dev.cairn.admin.api;

import dev.cairn.catalog.Gate;
import dev.cairn.catalog.LiveStore;
import dev.cairn.catalog.RegistryHead;
import dev.cairn.job.StatusBoard;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Ready when the database answers and has its tables. A run that is paused or holds the gate closed
 * changes the details, not the readiness: reads go on. Thread-safe.
 */
@Readiness
@ApplicationScoped
public class ReadinessCheck implements HealthCheck {
  private static final Logger LOG = Logger.getLogger(ReadinessCheck.class);

  private @Inject LiveStore live;
  private @Inject RegistryHead head;
  private @Inject StatusBoard board;

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder answer = HealthCheckResponse.named("cairn");
    if (live.gate().equals(Gate.UNREADABLE)) {
      return unreachable(answer);
    }
    try {
      head.read();
    } catch (RuntimeException e) {
      LOG.debug("the readiness check could not read the database", e);
      return unreachable(answer);
    }
    StatusBoard.Status now = board.current();
    answer.up().withData("database", "ready").withData("readonly", now.readonly());
    if (now.run() != null && now.status() != null) {
      answer.withData("run", now.run()).withData("status", now.status().name());
    }
    if (now.cause() != null) {
      answer.withData("cause", now.cause());
    }
    return answer.build();
  }

  private static HealthCheckResponse unreachable(HealthCheckResponseBuilder answer) {
    return answer.down().withData("database", "unreachable").build();
  }
}
