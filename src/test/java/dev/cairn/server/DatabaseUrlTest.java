package dev.cairn.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the default database promises with the settings the server gives it. */
class DatabaseUrlTest {
  private static final Pattern H2_SETTINGS =
      Pattern.compile("jdbc:h2:file:[^;]+/cairn;([A-Z0-9_;=]+)}");
  private static final int COMMITS_SEEN = 150;

  private final AtomicInteger next = new AtomicInteger(1);
  private final AtomicBoolean enough = new AtomicBoolean();

  /** One commit writes two rows: a client that has seen one of them must find the other. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void commitThatWasSeenIsSeenByEveryLaterQuery() throws Exception {
    String url = "jdbc:h2:mem:seen;" + settings();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (Connection writing = DriverManager.getConnection(url);
        Connection reading = DriverManager.getConnection(url)) {
      try (var create = writing.createStatement()) {
        create.execute("create table run(id int primary key)");
        create.execute("create table run_lock(id int primary key)");
      }
      Future<?> writer = threads.submit(() -> write(writing));
      try {
        readAlong(reading);
      } finally {
        enough.set(true);
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static String settings() throws IOException {
    String script = Files.readString(Path.of("wildfly-config", "server.cli"));
    Matcher settings = H2_SETTINGS.matcher(script);
    assertTrue(settings.find(), "no H2 URL in server.cli");
    return settings.group(1);
  }

  private Void write(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement run = connection.prepareStatement("insert into run values (?)");
        PreparedStatement lock = connection.prepareStatement("insert into run_lock values (?)")) {
      for (int id = 1; !enough.get(); id++) {
        next.set(id);
        run.setInt(1, id);
        run.execute();
        lock.setInt(1, id);
        lock.execute();
        connection.commit();
      }
    }
    return null;
  }

  /** Asks for both rows over and over, so that each query has an earlier, empty result. */
  private void readAlong(Connection connection) throws SQLException {
    try (PreparedStatement run = connection.prepareStatement("select 1 from run where id = ?");
        PreparedStatement lock =
            connection.prepareStatement("select 1 from run_lock where id = ?")) {
      int seen = 0;
      while (seen < COMMITS_SEEN) {
        int id = next.get() + 1;
        boolean fresh = !finds(run, id);
        while (fresh && !finds(lock, id)) {
          fresh = !finds(run, id);
        }
        if (fresh) {
          seen++;
          assertTrue(finds(run, id), "row " + id + " of a commit that was seen is missing");
        }
      }
    }
  }

  private static boolean finds(PreparedStatement query, int id) throws SQLException {
    query.setInt(1, id);
    try (ResultSet rows = query.executeQuery()) {
      return rows.next();
    }
  }
}
