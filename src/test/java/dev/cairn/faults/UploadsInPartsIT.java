package dev.cairn.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.BlobHash;
import dev.cairn.store.s3.S3BlobStore;
import dev.cairn.store.s3.S3Checksum;
import dev.cairn.store.s3.S3Credentials;
import dev.cairn.store.s3.S3PartSizes;
import dev.cairn.store.s3.S3Settings;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.RecordingJournal;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.S3ProxyServer;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.ServerOptions;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Blobs go to a bucket in parts while the provider falls silent and the server is killed: no upload
 * is left behind, and every blob arrives.
 */
class UploadsInPartsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String JOB = "backend-migration";
  private static final int MIB = 1024 * 1024;

  @Test
  void noUploadIsLeftBehindByAnOutageOrAKilledServer(@TempDir Path directory) throws Exception {
    List<SampleBlob> blobs =
        List.of(
            new SampleBlob(31, 1, 11L * MIB), // three parts
            new SampleBlob(31, 2, 16L * MIB),
            new SampleBlob(31, 3, 1000));
    try (S3ProxyServer bucket = S3ProxyServer.start(directory.resolve("s3"));
        FaultProxy proxy = FaultProxy.inFrontOf(bucket.endpoint());
        S3BlobStore bare = bare(bucket);
        CairnServer server = CairnServer.start(options(directory, bucket, proxy))) {
      bucket.createBucket("archive");
      CairnClient application = server.client(Role.APPLICATION);
      blobs.forEach(application::putBlob);
      CairnClient operator = server.client(Role.OPERATOR);

      // an outage in the middle, in which nothing can be aborted either
      proxy.set(Fault.SILENT, r -> r.target().contains("partNumber=2") || aborts(r));
      String run = operator.startRun(JOB, Map.of("target", "archive"));
      RunView paused = operator.awaitRun(run, RunView::atRest, PATIENCE);
      assertTrue(paused.is("PAUSED"), paused::toString);
      assertEquals("TIMEOUT", paused.cause());
      assertFalse(bare.openUploads().isEmpty());
      proxy.pass();
      awaitNoneOpen(bare);

      // the server dies while a part is on its way
      proxy.set(
          new Fault.Drip(16 * 1024, Duration.ofMillis(20)),
          r -> r.target().contains("partNumber=2"));
      assertEquals(202, operator.resume(run).status());
      Poll.until(bare::openUploads, open -> !open.isEmpty(), PATIENCE);
      server.kill9();
      assertFalse(bare.openUploads().isEmpty());
      proxy.pass();
      server.restart();
      awaitNoneOpen(bare);
      RunView again = server.client(Role.OPERATOR).run(run);
      assertTrue(again.is("PAUSED"), again::toString);
      assertEquals("SERVER_RESTART", again.cause());

      assertEquals(202, server.client(Role.OPERATOR).resume(run).status());
      RunView done = server.client(Role.OPERATOR).awaitRun(run, RunView::ended, PATIENCE);
      assertTrue(done.is("COMPLETED"), done::toString);
      for (SampleBlob blob : blobs) {
        try (InputStream content = server.client(Role.APPLICATION).openBlob(blob.hash())) {
          assertEquals(blob.hash(), SampleBlob.hash(content));
        }
        assertTrue(bare.stat(new BlobHash(blob.hash()).key()).isPresent());
      }
      assertEquals(List.of(), bare.openUploads());
    }
  }

  /** Not the deletion of the object that the preflight makes. */
  private static boolean aborts(FaultProxy.Request request) {
    return request.method().equals("DELETE") && request.query().contains("uploadId=");
  }

  private static void awaitNoneOpen(S3BlobStore bare) throws TimeoutException {
    Poll.until(bare::openUploads, List::isEmpty, PATIENCE);
  }

  private static S3BlobStore bare(S3ProxyServer bucket) {
    return new S3BlobStore(
        new S3Settings(
            "bare",
            "archive",
            "",
            bucket.region(),
            Optional.of(bucket.endpoint()),
            true,
            S3Checksum.SHA256,
            Optional.of(
                new S3Credentials(bucket.accessKey(), bucket.secretKey(), Optional.empty())),
            S3Settings.Limits.DEFAULT,
            S3PartSizes.DEFAULT),
        new RecordingJournal());
  }

  private static ServerOptions options(Path directory, S3ProxyServer bucket, FaultProxy proxy) {
    String entry = "cairn.storage.archive.";
    return ServerOptions.defaults()
        .withHeap(384)
        .with("cairn.storage.entries", "main,archive")
        .with("cairn.storage.main.type", "local")
        .with("cairn.storage.main.root", directory.resolve("main").toString())
        .with(entry + "type", "s3")
        .with(entry + "bucket", "archive")
        .with(entry + "endpoint", proxy.endpoint().toString())
        .with(entry + "region", bucket.region())
        .with(entry + "path-style", "true")
        .with(entry + "single-put-bytes", Integer.toString(5 * MIB))
        .with(entry + "access-key", "env:PARTS_ACCESS_KEY")
        .with(entry + "secret-key", "env:PARTS_SECRET_KEY")
        .with("cairn.timeout.stall-ms", "3000")
        .with("cairn.timeout.metadata-ms", "3000")
        .with("cairn.retry.max-elapsed-ms", "30000")
        .with("cairn.retry.max-attempts", "2")
        .withEnvironment("PARTS_ACCESS_KEY", bucket.accessKey())
        .withEnvironment("PARTS_SECRET_KEY", bucket.secretKey());
  }
}
