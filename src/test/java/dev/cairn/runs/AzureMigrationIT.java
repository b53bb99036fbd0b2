package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.store.BlobHash;
import dev.cairn.store.ByteRange;
import dev.cairn.store.azure.AzureBlobStore;
import dev.cairn.store.azure.AzureCredentials;
import dev.cairn.store.azure.AzureSettings;
import dev.cairn.testkit.AzuriteServer;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.SampleData;
import dev.cairn.testkit.SampleKeys;
import dev.cairn.testkit.ServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Blobs move from disk to an Azure container, where they are encrypted, through an outage of it,
 * and back to disk.
 */
class AzureMigrationIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String JOB = "backend-migration";

  @Test
  void diskToAzureThroughAnOutageAndBack(@TempDir Path directory) throws IOException {
    List<SampleBlob> blobs = new ArrayList<>(SampleData.blobs(13, 300, 10_000));
    blobs.add(new SampleBlob(13, 1_000_000, 9 * 1024 * 1024 + 1)); // streamed, in blocks
    long different = blobs.stream().map(SampleBlob::hash).distinct().count();
    try (AzuriteServer azure = AzuriteServer.start(directory.resolve("azure"));
        FaultProxy proxy = FaultProxy.inFrontOf(azure.endpoint());
        CairnServer server = CairnServer.start(options(directory, azure, proxy))) {
      azure.createContainer("archive");
      CairnClient application = server.client(Role.APPLICATION);
      blobs.forEach(application::putBlob);
      CairnClient operator = server.client(Role.OPERATOR);

      JsonNode test = operator.testStorage("archive");
      assertTrue(test.path("connected").asBoolean(), test::toString);
      assertTrue(test.path("roundtrip_passed").asBoolean(), test::toString);

      proxy.set(Fault.SILENT, r -> r.method().equals("PUT") && r.path().endsWith(".blob"));
      String run = operator.startRun(JOB, Map.of("target", "archive"));
      RunView paused = operator.awaitRun(run, RunView::atRest, PATIENCE);
      assertTrue(paused.is("PAUSED"), paused::toString);
      assertFalse(paused.errorMessage().contains(azure.key()));

      proxy.pass();
      assertEquals(202, operator.resume(run).status());
      RunView there = operator.awaitRun(run, RunView::ended, PATIENCE);
      assertTrue(there.is("COMPLETED"), there::toString);
      // what the silence held back arrived afterwards, and is found there
      assertEquals(different, there.counter("copied") + there.counter("skipped"));
      assertTrue(there.counter("skipped") <= 32, there::toString);
      for (SampleBlob blob : blobs) {
        try (InputStream content = application.openBlob(blob.hash())) {
          assertEquals(blob.hash(), SampleBlob.hash(content));
        }
      }

      assertEncrypted(azure, blobs);
      assertNotLogged(server, SampleKeys.base64(1));

      String again = operator.startRun(JOB, Map.of("target", "other"));
      RunView back = operator.awaitRun(again, RunView::ended, PATIENCE);
      assertTrue(back.is("COMPLETED"), back::toString);
      assertEquals(different, back.counter("copied"));
      assertEquals("", warningsOfTheClient(server));
    }
  }

  /** What lies in the container begins with the head of the first key, whatever the blob. */
  private static void assertEncrypted(AzuriteServer azure, List<SampleBlob> blobs) {
    AzureSettings settings =
        new AzureSettings(
            "bare",
            azure.endpoint(),
            "archive",
            "",
            new AzureCredentials.AccountKey(azure.account(), azure.key()),
            AzureSettings.Limits.DEFAULT);
    String head = "8943524e0a" + "000001" + SampleKeys.key(1).fingerprint();
    try (AzureBlobStore bare = new AzureBlobStore(settings)) {
      for (SampleBlob blob : blobs) {
        byte[] begin =
            bare.read(
                new BlobHash(blob.hash()).key(),
                new ByteRange(0, 16),
                (info, body) -> body.readAllBytes());
        assertEquals(head, HexFormat.of().formatHex(begin));
      }
    }
  }

  private static void assertNotLogged(CairnServer server, String secret) throws IOException {
    try (Stream<String> lines = Files.lines(server.logFile())) {
      assertTrue(lines.noneMatch(line -> line.contains(secret)));
    }
  }

  /** Waits and failures are told by the layers; the client itself has nothing to say. */
  private static String warningsOfTheClient(CairnServer server) throws IOException {
    try (Stream<String> lines = Files.lines(server.logFile())) {
      return lines
          .filter(line -> line.contains("[com.azure") || line.contains("[reactor"))
          .filter(line -> line.contains("WARN") || line.contains("ERROR"))
          .limit(3)
          .collect(Collectors.joining("\n"));
    }
  }

  private static ServerOptions options(Path directory, AzuriteServer azure, FaultProxy proxy) {
    String entry = "cairn.storage.archive.";
    return ServerOptions.defaults()
        .withHeap(384)
        .with("cairn.storage.entries", "main,archive,other")
        .with("cairn.storage.main.type", "local")
        .with("cairn.storage.main.root", directory.resolve("main").toString())
        .with("cairn.storage.other.type", "local")
        .with("cairn.storage.other.root", directory.resolve("other").toString())
        .with(entry + "type", "azure")
        .with(entry + "container", "archive")
        .with(entry + "endpoint", proxy.endpoint() + "/" + azure.account())
        .with(entry + "account-key", "env:AZURE_KEY")
        .with(entry + "encryption-keys", "env:NEW_KEY,env:OLD_KEY")
        .withEnvironment("NEW_KEY", SampleKeys.base64(1))
        .withEnvironment("OLD_KEY", SampleKeys.base64(2))
        .withEnvironment("AZURE_KEY", azure.key());
  }
}
