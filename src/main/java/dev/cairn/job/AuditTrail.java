package dev.cairn.job;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Clock;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Who did what: a row and a log line for every request that changes something. Thread-safe. */
@ApplicationScoped
public class AuditTrail {
  private static final Logger LOG = Logger.getLogger(AuditTrail.class);
  private static final int WHO_CHARS = 255;
  private static final int DETAIL_CHARS = 1000;

  private @PersistenceContext EntityManager database;
  private @Inject Clock clock;

  /** Records an action. */
  @Transactional(Transactional.TxType.REQUIRES_NEW)
  public void record(String who, String action, @Nullable String runId, String detail) {
    database.persist(
        new AuditEntry(
            clock.instant(),
            Texts.cut(who, WHO_CHARS),
            action,
            runId,
            Texts.cut(detail, DETAIL_CHARS)));
    LOG.infof(
        "audit who=%s action=%s run=%s %s",
        Texts.ascii(who, WHO_CHARS), action, runId, Texts.ascii(detail, DETAIL_CHARS));
  }
}
