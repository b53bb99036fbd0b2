package dev.cairn.admin.api.problem;

import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.QueryTimeoutException;
import jakarta.resource.ResourceException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/**
 * Tells a database that cannot be reached, or is too busy, from a mistake in a statement. Pure.
 *
 * <p>SQL state classes: 08 connection, 53 resources, 57 operator's intervention (PostgreSQL), 40
 * serialization; see the SQL standard and PostgreSQL's list of error codes.
 */
final class DatabaseFailures {
  private static final Set<String> UNAVAILABLE_CLASSES = Set.of("08", "40", "53", "57");
  private static final int DEEPEST = 20;

  private DatabaseFailures() {}

  /** True when the failure, or one below it, says that the database may answer later. */
  static boolean unavailable(Throwable failure) {
    Throwable at = failure;
    for (int depth = 0; at != null && depth < DEEPEST; depth++) {
      if (isUnavailability(at)) {
        return true;
      }
      at = at.getCause();
    }
    return false;
  }

  private static boolean isUnavailability(Throwable failure) {
    if (failure instanceof SQLTransientException
        || failure instanceof SQLRecoverableException
        || failure instanceof SQLNonTransientConnectionException
        || failure instanceof LockTimeoutException
        || failure instanceof PessimisticLockException
        || failure instanceof QueryTimeoutException
        || failure instanceof ResourceException) {
      return true;
    }
    return failure instanceof SQLException sql
        && sql.getSQLState() != null
        && sql.getSQLState().length() == 5
        && UNAVAILABLE_CLASSES.contains(sql.getSQLState().substring(0, 2));
  }
}
