package dev.cairn.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real server in a process of its own: own base directory below the build directory, own free
 * ports on 127.0.0.1, own users with random passwords, own database unless told otherwise. Several
 * can live side by side. It is killed when this JVM ends, unless {@link #detach detached}. Used by
 * one thread; the clients it hands out may be used by several.
 */
public final class CairnServer implements AutoCloseable {
  private static final int TRIES = 3;

  private final ServerDirectory directory;
  private final ServerUsers users = ServerUsers.random();
  private ServerOptions options;
  private int httpPort;
  private int managementPort;
  private @Nullable ServerProcess process;

  private CairnServer(ServerOptions options, ServerDirectory directory) {
    this.options = options;
    this.directory = directory;
  }

  /**
   * Starts a server and returns when it is ready.
   *
   * @throws ServerFailedException when it ended, came up with errors or was not ready in time
   */
  public static CairnServer start(ServerOptions options) {
    try {
      ServerDirectory directory = ServerDirectory.copyOf(options.home());
      CairnServer server = new CairnServer(options, directory);
      server.users.addTo(directory.configuration());
      server.firstStart();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void firstStart() throws IOException {
    for (int left = TRIES - 1; ; left--) {
      List<Integer> ports = Ports.free(2);
      httpPort = ports.get(0);
      managementPort = ports.get(1);
      try {
        launch();
        return;
      } catch (ServerFailedException e) {
        boolean taken = !Ports.isFree(httpPort) || !Ports.isFree(managementPort);
        if (!taken || left == 0) {
          throw e;
        }
      }
    }
  }

  private void launch() throws IOException {
    process = ServerProcess.launch(options, directory, httpPort, managementPort);
  }

  /** Returns the application's address, without a path. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + httpPort);
  }

  /** Returns the management interface's address, without a path. */
  public URI managementUrl() {
    return URI.create("http://127.0.0.1:" + managementPort);
  }

  /** Returns what the management interface answers to its administrator. */
  public String managementText(String path) {
    Credentials administrator = users.administrator();
    try {
      HttpURLConnection connection =
          (HttpURLConnection) managementUrl().resolve(path).toURL().openConnection();
      connection.setReadTimeout(10_000);
      connection.setAuthenticator(
          new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
              return new PasswordAuthentication(
                  administrator.user(), administrator.password().toCharArray());
            }
          });
      try (InputStream in = connection.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the users, who stay the same over restarts. */
  public ServerUsers users() {
    return users;
  }

  /** Returns a new client that signs in as the user of this role. */
  public CairnClient client(Role role) {
    return new CairnClient(url(), users.of(role));
  }

  /** Connects to the management interface; the caller closes it. */
  public Console console() {
    return Console.connect(managementPort, users.administrator());
  }

  /** Returns the server's base directory. */
  public Path baseDirectory() {
    return directory.path();
  }

  /** Returns the file with everything the server printed, over all its restarts. */
  public Path logFile() {
    return directory.console();
  }

  /** Returns the process id of the server as it runs now. */
  public long pid() {
    return running().pid();
  }

  /** Tells whether the server's process lives. */
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Kills the process without any chance to clean up, and waits until it is gone. */
  public void kill9() {
    running().kill();
  }

  /**
   * Asks the process to end, as {@code kill} without a number does, and waits until it is gone.
   *
   * @throws ServerFailedException when it still runs after a minute; it is killed then
   */
  public void terminate() {
    running().terminate();
  }

  /** Starts again on the same directory and ports, after ending the process if it still runs. */
  public void restart() {
    restart(options);
  }

  /** As {@link #restart()}, with other options. */
  public void restart(ServerOptions changed) {
    if (isAlive()) {
      terminate();
    }
    options = changed;
    try {
      launch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Suspends the server as the management interface does it; returns when told so. */
  public void suspend() {
    try (Console console = console()) {
      console.suspend();
    }
  }

  /** Ends a suspension. */
  public void resume() {
    try (Console console = console()) {
      console.resume();
    }
  }

  /** Leaves the process alone from now on: it survives {@link #close} and the end of this JVM. */
  public void detach() {
    running().detach();
    process = null;
  }

  /** Ends the process and removes its data; logs and configuration stay for whoever asks why. */
  @Override
  public void close() {
    if (process == null) {
      return;
    }
    if (process.isAlive()) {
      process.kill();
    }
    try {
      directory.prune();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerProcess running() {
    if (process == null) {
      throw new IllegalStateException("the server was detached");
    }
    return process;
  }
}
