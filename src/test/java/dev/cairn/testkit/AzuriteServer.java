package dev.cairn.testkit;

import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A real server of Azure's blob protocol: Azurite in a process of its own on a free port of
 * 127.0.0.1, with its data in a directory and an account made up for it. Needs Node.
 *
 * <p>Calls are to be made by one thread at a time.
 */
public final class AzuriteServer implements AutoCloseable {

  private static final int PORTS_TRIED = 5;
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private final String account = "cairn" + UUID.randomUUID().toString().substring(0, 8);
  private final String key =
      Base64.getEncoder()
          .encodeToString(UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
  private final Path directory;
  private final int port;
  private final Process process;

  private AzuriteServer(Path directory, int port) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.port = port;
    this.process = launch();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /**
   * Starts a server and waits until it answers. A free port may be lost to another process before
   * the server has it; then another one is tried.
   *
   * @param directory for its data and log; created when it is not there
   * @throws IllegalStateException when it does not start; the message ends with its log
   */
  public static AzuriteServer start(Path directory) {
    try {
      for (int tried = 1; tried < PORTS_TRIED; tried++) {
        AzuriteServer server = new AzuriteServer(directory, Ports.free(1).get(0));
        if (server.awaitAnswer()) {
          return server;
        }
        server.close();
      }
      throw new IllegalStateException(
          "Azurite does not start: " + Files.readString(log(directory)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The account's blob service. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + port + "/" + account);
  }

  /** Name of the account that it knows. */
  public String account() {
    return account;
  }

  /** Key of {@link #account}, base64. */
  public String key() {
    return key;
  }

  /** Creates an empty container. */
  public void createContainer(String name) {
    new BlobServiceClientBuilder()
        .endpoint(endpoint().toString())
        .credential(new StorageSharedKeyCredential(account, key))
        .buildClient()
        .createBlobContainer(name);
  }

  /** Kills the server. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Azurite cannot be killed, pid " + process.pid());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Path log(Path directory) {
    return directory.resolve("azurite.log");
  }

  private Process launch() throws IOException {
    Path main = NodePackages.install().resolve("azurite/dist/src/blob/main.js");
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    "node",
                    main.toString(),
                    "--blobHost",
                    "127.0.0.1",
                    "--blobPort",
                    Integer.toString(port),
                    "--location",
                    directory.toString(),
                    "--silent",
                    "--skipApiVersionCheck",
                    "--disableTelemetry"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(directory).toFile()));
    builder.environment().put("AZURITE_ACCOUNTS", account + ":" + key);
    return builder.start();
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

  /** Whether something answers as Azurite does: with a refusal, to a request unsigned. */
  private boolean answers() {
    try {
      HttpURLConnection connection = (HttpURLConnection) endpoint().toURL().openConnection();
      connection.setConnectTimeout(1000);
      connection.setReadTimeout(10_000);
      int status = connection.getResponseCode();
      connection.disconnect();
      return status >= 400 && status < 500;
    } catch (IOException e) {
      return false; // not yet
    }
  }
}
