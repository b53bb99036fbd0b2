package dev.cairn.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.ServerOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server is killed again and again while blobs are put: none that was acknowledged is gone
 * afterwards. System property {@code cairn.it.kills} says how often; more often finds more.
 */
class RegistrationCrashIT {
  private static final int KILLS = Integer.getInteger("cairn.it.kills", 2);
  private static final int UPLOADERS = 4;

  @TempDir Path directory;

  @Test
  void noAcknowledgedBlobIsGoneFromTheH2FileAfterTheServerWasKilled() throws Exception {
    ServerOptions options =
        ServerOptions.defaults()
            .withHeap(256)
            .with("cairn.storage.entries", "main")
            .with("cairn.storage.main.type", "local")
            .with("cairn.storage.main.root", directory.resolve("main").toString());
    Queue<SampleBlob> acknowledged = new ConcurrentLinkedQueue<>();
    try (CairnServer server = CairnServer.start(options)) {
      for (int kill = 1; kill <= KILLS; kill++) {
        int before = acknowledged.size();
        killWhileBlobsArePut(server, kill, acknowledged);
        assertTrue(acknowledged.size() > before);
        server.restart();
        CairnClient client = server.client(Role.APPLICATION);
        for (SampleBlob blob : acknowledged) {
          byte[] read = client.getBlob(blob.hash());
          assertTrue(SampleBlob.hash(new ByteArrayInputStream(read)).equals(blob.hash()));
        }
      }
    }
  }

  private static void killWhileBlobsArePut(
      CairnServer server, int kill, Queue<SampleBlob> acknowledged)
      throws InterruptedException, ExecutionException {
    CountDownLatch enough = new CountDownLatch(100 + 37 * kill);
    ExecutorService threads = Executors.newFixedThreadPool(UPLOADERS);
    try {
      List<Future<?>> uploaders = new ArrayList<>();
      for (int i = 0; i < UPLOADERS; i++) {
        long seed = 100L * kill + i;
        CairnClient client = server.client(Role.APPLICATION);
        uploaders.add(threads.submit(() -> putUntilGone(client, seed, acknowledged, enough)));
      }
      assertTrue(enough.await(1, TimeUnit.MINUTES), "too few blobs were taken in a minute");
      server.kill9();
      for (Future<?> uploader : uploaders) {
        uploader.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void putUntilGone(
      CairnClient client, long seed, Queue<SampleBlob> acknowledged, CountDownLatch enough) {
    for (int i = 0; ; i++) {
      SampleBlob blob = new SampleBlob(seed, i, 600 + i % 3000);
      try (var content = blob.open()) {
        client.putBlob(content.readAllBytes());
      } catch (UncheckedIOException e) {
        return; // the server was killed, as planned
      } catch (IOException e) {
        throw new UncheckedIOException("a sample cannot be made", e);
      }
      acknowledged.add(blob);
      enough.countDown();
    }
  }
}
