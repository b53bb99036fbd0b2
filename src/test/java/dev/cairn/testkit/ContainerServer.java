package dev.cairn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * As {@link CairnServer}, but the process belongs to a container of Arquillian: this prepares
 * directory, ports, users and settings, and speaks to the server that the container started with
 * them. Environment and database of the options are not passed on. Used by one thread; the clients
 * it hands out may be used by several.
 */
public final class ContainerServer {
  private final ServerOptions options;
  private final ServerDirectory directory;
  private final ServerUsers users = ServerUsers.random();
  private final int httpPort;
  private final int managementPort;

  private ContainerServer(ServerOptions options, ServerDirectory directory, List<Integer> ports) {
    this.options = options;
    this.directory = directory;
    this.httpPort = ports.get(0);
    this.managementPort = ports.get(1);
  }

  /** Prepares everything but the process. */
  public static ContainerServer prepare(ServerOptions options) {
    try {
      ServerDirectory directory = ServerDirectory.copyOf(options.home());
      ContainerServer server = new ContainerServer(options, directory, Ports.free(2));
      server.users.addTo(directory.configuration());
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the container's configuration, to be given to the one that starts it. */
  public Map<String, String> configuration() {
    Stream<String> fixed =
        Stream.of(
            "-Xmx" + options.heapMebibytes() + "m",
            "-Djava.net.preferIPv4Stack=true",
            "-Djboss.server.base.dir=" + directory.path(),
            "-Djboss.http.port=" + httpPort,
            "-Djboss.management.http.port=" + managementPort);
    Stream<String> settings =
        options.properties().entrySet().stream().map(e -> "-D" + e.getKey() + "=" + e.getValue());
    return Map.of(
        "jbossHome",
        options.home().toString(),
        "javaVmArguments",
        Stream.concat(fixed, settings).collect(Collectors.joining(" ")),
        "managementPort",
        Integer.toString(managementPort),
        "startupTimeoutInSeconds",
        Long.toString(options.readyWithin().toSeconds()));
  }

  /** Returns a new client that signs in as the user of this role. */
  public CairnClient client(Role role) {
    return new CairnClient(URI.create("http://127.0.0.1:" + httpPort), users.of(role));
  }

  /** Connects to the management interface; the caller closes it. */
  public Console console() {
    return Console.connect(managementPort, users.administrator());
  }

  /** Returns the server's base directory. */
  public Path baseDirectory() {
    return directory.path();
  }

  /** Removes the data of a server that has ended; logs and configuration stay. */
  public void prune() {
    try {
      directory.prune();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
