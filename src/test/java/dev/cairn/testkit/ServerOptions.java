package dev.cairn.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a {@link CairnServer} is started with. Immutable: each {@code with…} returns a changed copy.
 *
 * @param home the provisioned server; default {@code server} in the build directory
 * @param properties system properties of the server, which is where {@code cairn.*} settings go;
 *     never a secret, as command lines are visible
 * @param environment environment variables of the server, where secrets may go
 * @param database default an H2 file of the server's own
 * @param heapMebibytes largest heap; default 512
 * @param readyWithin how long the start may take; default 2 minutes
 */
public record ServerOptions(
    Path home,
    Map<String, String> properties,
    Map<String, String> environment,
    Database database,
    int heapMebibytes,
    Duration readyWithin) {

  public ServerOptions {
    properties = Map.copyOf(properties);
    environment = Map.copyOf(environment);
  }

  /** Returns the defaults. */
  public static ServerOptions defaults() {
    return new ServerOptions(
        BuildDirectory.path().resolve("server"),
        Map.of(),
        Map.of(),
        Database.ownFile(),
        512,
        Duration.ofMinutes(2));
  }

  /** Sets one {@code cairn.*} key or another system property. */
  public ServerOptions with(String key, String value) {
    return new ServerOptions(
        home, added(properties, key, value), environment, database, heapMebibytes, readyWithin);
  }

  /** Sets one environment variable. */
  public ServerOptions withEnvironment(String name, String value) {
    return new ServerOptions(
        home, properties, added(environment, name, value), database, heapMebibytes, readyWithin);
  }

  /** Sets the database. */
  public ServerOptions withDatabase(Database changed) {
    return new ServerOptions(home, properties, environment, changed, heapMebibytes, readyWithin);
  }

  /** Sets the largest heap. */
  public ServerOptions withHeap(int mebibytes) {
    return new ServerOptions(home, properties, environment, database, mebibytes, readyWithin);
  }

  private static Map<String, String> added(Map<String, String> map, String key, String value) {
    Map<String, String> copy = new LinkedHashMap<>(map);
    copy.put(key, value);
    return copy;
  }
}
