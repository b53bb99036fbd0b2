package dev.cairn.runs;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Keeps the engine from writing down its steps, so that it stays where it is: before the first step
 * of a run, or before the end of the step it is in. Selects go on, and so does everything of ours.
 */
final class HeldTables implements AutoCloseable {
  private final Connection connection;

  private HeldTables(Connection connection) {
    this.connection = connection;
  }

  static HeldTables hold(DataSource database) throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    try (Statement lock = connection.createStatement()) {
      lock.execute("lock table step_execution, partition_execution in exclusive mode");
    }
    return new HeldTables(connection);
  }

  /** Lets the engine go on; does nothing the second time. */
  @Override
  public void close() throws SQLException {
    if (!connection.isClosed()) {
      connection.rollback();
      connection.close();
    }
  }
}
