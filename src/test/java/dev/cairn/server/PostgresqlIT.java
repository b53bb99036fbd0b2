package dev.cairn.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Console;
import dev.cairn.testkit.Database;
import dev.cairn.testkit.PostgresServer;
import dev.cairn.testkit.ServerOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same server on another database. */
class PostgresqlIT {
  @TempDir Path stores;

  @Test
  void environmentAloneMovesApplicationAndJobRepositoryToPostgresql() throws Exception {
    try (PostgresServer postgres = PostgresServer.start()) {
      Database database = postgres.newDatabase();
      ServerOptions options =
          ServerOptions.defaults()
              .withDatabase(database)
              .with("cairn.storage.entries", "main")
              .with("cairn.storage.main.type", "local")
              .with("cairn.storage.main.root", stores.resolve("main").toString());
      try (CairnServer server = CairnServer.start(options);
          Console console = server.console()) {
        assertEquals(
            "postgresql",
            console.read("subsystem=datasources/data-source=CairnDS", "driver-name").asString());
        try (Connection connection = postgres.dataSource(database).getConnection();
            ResultSet tables =
                connection.getMetaData().getTables(null, "public", "job_execution", null)) {
          assertTrue(tables.next(), "the engine's tables are there");
        }
      }
    }
  }
}
