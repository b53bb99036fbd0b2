package dev.cairn.testkit;

import java.util.Map;

/** Where a server keeps its tables, as the environment variables that say so. */
public record Database(Map<String, String> environment) {

  public Database {
    environment = Map.copyOf(environment);
  }

  /** Returns the default: an H2 file in the server's own data directory. */
  public static Database ownFile() {
    return new Database(Map.of());
  }

  /** Returns a database of a running PostgreSQL. */
  public static Database postgresql(String jdbcUrl, Credentials credentials) {
    return new Database(
        Map.of(
            "CAIRN_DB_DRIVER",
            "postgresql",
            "CAIRN_DB_URL",
            jdbcUrl,
            "CAIRN_DB_USER",
            credentials.user(),
            "CAIRN_DB_PASSWORD",
            credentials.password()));
  }
}
