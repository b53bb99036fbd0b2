package dev.cairn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A real S3 server: S3Proxy in a JVM of its own on a free port of 127.0.0.1, with its objects in a
 * directory, credentials made up for it, and path-style addresses. It can be killed and started
 * again on the same port and directory, as a server is that crashed.
 *
 * <p>Calls are to be made by one thread at a time.
 */
public final class S3ProxyServer implements AutoCloseable {

  private static final int PORTS_TRIED = 5;
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private final Path directory;
  private final Path objects;
  private final String accessKey = "key-" + UUID.randomUUID();
  private final String secretKey = UUID.randomUUID().toString();
  private final int port;
  private Process process;

  private S3ProxyServer(Path directory, int port) throws IOException {
    this.directory = directory;
    this.objects = Files.createDirectories(directory.resolve("objects"));
    this.port = port;
    this.process = launch();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> process.destroyForcibly()));
  }

  /**
   * Starts a server and waits until it answers. A free port may be lost to another process before
   * the server has it; then another one is tried.
   *
   * @param directory for objects, settings and the log; created when it is not there
   * @throws IllegalStateException when it does not start; the message ends with its log
   */
  public static S3ProxyServer start(Path directory) {
    try {
      for (int tried = 1; tried < PORTS_TRIED; tried++) {
        S3ProxyServer server = new S3ProxyServer(directory, freePort());
        if (server.awaitAnswer()) {
          return server;
        }
        server.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("S3Proxy does not start: " + endOfLog(directory));
  }

  /** Where it listens. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Identity that it knows. */
  public String accessKey() {
    return accessKey;
  }

  /** Secret of {@link #accessKey}. */
  public String secretKey() {
    return secretKey;
  }

  /** A region name; the server takes any. */
  public String region() {
    return "us-east-1";
  }

  /** Creates an empty bucket; one that is there stays as it is. */
  public void createBucket(String bucket) {
    try {
      Files.createDirectories(objects.resolve(bucket));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where its objects lie: one directory for each bucket. */
  public Path objects() {
    return objects;
  }

  /** Kills the server as a crash does. */
  public void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("S3Proxy cannot be killed, pid " + process.pid());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Starts a killed server again, on the same port, with the same objects and credentials.
   *
   * @throws IllegalStateException when it does not start
   */
  public void restart() {
    kill();
    try {
      process = launch();
      if (!awaitAnswer()) {
        throw new IllegalStateException("S3Proxy does not start again: " + endOfLog(directory));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the server; objects stay in their directory. */
  @Override
  public void close() {
    kill();
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }

  private static Path log(Path directory) {
    return directory.resolve("s3proxy.log");
  }

  private static String endOfLog(Path directory) {
    try {
      List<String> lines = Files.readAllLines(log(directory));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() throws IOException {
    Path settings = directory.resolve("s3proxy.properties");
    Properties properties = new Properties();
    properties.setProperty("s3proxy.endpoint", endpoint().toString());
    properties.setProperty("s3proxy.authorization", "aws-v4");
    properties.setProperty("s3proxy.identity", accessKey);
    properties.setProperty("s3proxy.credential", secretKey);
    properties.setProperty("jclouds.provider", "filesystem-nio2");
    properties.setProperty("jclouds.filesystem.basedir", objects.toString());
    try (var out = Files.newOutputStream(settings)) {
      properties.store(out, null);
    }
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "org.gaul.s3proxy.Main",
                "--properties",
                settings.toString()))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log(directory).toFile()))
        .start();
  }

  /** Waits for the first answer; false when the process ended instead. */
  private boolean awaitAnswer() {
    long end = System.nanoTime() + START_TIMEOUT.toNanos();
    while (process.isAlive() && System.nanoTime() < end) {
      if (answers()) {
        return process.isAlive();
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    return false;
  }

  /** Whether something answers as S3 does: with 403 and an XML error, to a request unsigned. */
  private boolean answers() {
    try {
      HttpURLConnection connection = (HttpURLConnection) endpoint().toURL().openConnection();
      connection.setConnectTimeout(1000);
      connection.setReadTimeout(10_000);
      int status = connection.getResponseCode();
      connection.disconnect();
      return status == HttpURLConnection.HTTP_FORBIDDEN;
    } catch (IOException e) {
      return false; // not yet
    }
  }
}
