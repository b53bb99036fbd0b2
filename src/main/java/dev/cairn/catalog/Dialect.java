package dev.cairn.catalog;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The only place where the two databases differ: how a registration takes the head row's lock, and
 * how a number is drawn.
 *
 * <p>PostgreSQL has a shared row lock, so that registrations do not wait for each other. H2 has
 * none; there a registration updates the row.
 */
@ApplicationScoped
class Dialect {
  @PersistenceContext private EntityManager database;

  @Resource(lookup = "java:jboss/datasources/CairnDS")
  private DataSource source;

  private volatile Kind kind = Kind.UNKNOWN;

  private enum Kind {
    UNKNOWN,
    H2,
    POSTGRESQL
  }

  /**
   * Takes the head row's lock so that an exclusive holder waits for this transaction's end, and the
   * other way round.
   */
  void lockHeadShared() {
    if (kind() == Kind.POSTGRESQL) {
      database
          .createNativeQuery("select id from registry_head where id = 1 for share")
          .getSingleResult();
    } else {
      lockHeadExclusively();
    }
  }

  /**
   * Takes the head row's lock alone: every registration in flight has ended, none begins until this
   * transaction ends.
   */
  void lockHeadExclusively() {
    database
        .createNativeQuery("update registry_head set touched = touched + 1 where id = 1")
        .executeUpdate();
  }

  /** Draws the next registration number. */
  long nextNumber() {
    String sql =
        kind() == Kind.POSTGRESQL
            ? "select nextval('blob_number')"
            : "select next value for blob_number";
    return ((Number) database.createNativeQuery(sql).getSingleResult()).longValue();
  }

  private Kind kind() {
    if (kind == Kind.UNKNOWN) {
      try (Connection connection = source.getConnection()) {
        String product = connection.getMetaData().getDatabaseProductName();
        kind = product.equals("PostgreSQL") ? Kind.POSTGRESQL : Kind.H2;
      } catch (SQLException e) {
        throw new PersistenceException("the database cannot be reached", e);
      }
    }
    return kind;
  }
}
