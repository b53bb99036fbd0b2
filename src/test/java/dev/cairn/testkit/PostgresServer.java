package dev.cairn.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A PostgreSQL of its own on a free loopback port, in a directory that goes away with it. It runs
 * with fsync off: nothing about durability or speed may be concluded from it. Safe for several
 * threads.
 */
public final class PostgresServer implements AutoCloseable {
  private static final String SUPERUSER = "postgres";

  private final EmbeddedPostgres postgres;
  private final AtomicInteger databases = new AtomicInteger();

  private PostgresServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  /** Starts a server and waits until it answers, at most a minute. */
  public static PostgresServer start() throws IOException {
    return new PostgresServer(
        EmbeddedPostgres.builder()
            .setPGStartupWait(Duration.ofMinutes(1))
            .setOutputRedirector(Redirect.DISCARD)
            .setErrorRedirector(Redirect.DISCARD)
            .start());
  }

  /** Creates an empty database and returns how a server reaches it. */
  public Database newDatabase() {
    return databaseNamed(create());
  }

  /** Creates an empty database and returns a source of plain connections to it. */
  public DataSource newDataSource() {
    return postgres.getDatabase(SUPERUSER, create());
  }

  /** Returns a source of plain connections to the database that a server was given. */
  public DataSource dataSource(Database database) {
    String url = database.environment().getOrDefault("CAIRN_DB_URL", "");
    return postgres.getDatabase(SUPERUSER, url.substring(url.lastIndexOf('/') + 1));
  }

  private String create() {
    String name = "cairn" + databases.incrementAndGet();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return name;
  }

  private Database databaseNamed(String name) {
    // The server trusts loopback connections: any password will do.
    return Database.postgresql(
        "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + name,
        Credentials.random(SUPERUSER));
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
