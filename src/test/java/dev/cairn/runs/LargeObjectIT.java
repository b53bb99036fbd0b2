package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.S3ProxyServer;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.ServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An object many times as large as the heap is stored, migrated to a bucket, proved there by
 * reading it back, and read. Its size is 1 GiB, or what {@code cairn.it.large-mib} says.
 */
class LargeObjectIT {
  private static final int HEAP_MIB = 256;
  private static final long MIB = 1024 * 1024;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @Test
  void objectLargerThanTheHeapMovesFromDiskToBucket(@TempDir Path directory) throws IOException {
    SampleBlob large = new SampleBlob(5, 1, Long.getLong("cairn.it.large-mib", 1024) * MIB);
    try (S3ProxyServer bucket = S3ProxyServer.start(directory.resolve("s3"));
        CairnServer server = CairnServer.start(options(directory, bucket))) {
      bucket.createBucket("archive");
      CairnClient application = server.client(Role.APPLICATION);
      String hash = application.putBlob(large);

      CairnClient operator = server.client(Role.OPERATOR);
      String run =
          operator.startRun("backend-migration", Map.of("target", "archive", "verify", "full"));
      RunView done = operator.awaitRun(run, r -> r.is("COMPLETED"), PATIENCE);

      assertEquals(large.size(), done.counter("bytesCopied"), done::toString);
      try (InputStream content = application.openBlob(hash)) {
        assertEquals(large.hash(), SampleBlob.hash(content));
      }
    }
  }

  private static ServerOptions options(Path directory, S3ProxyServer bucket) {
    String entry = "cairn.storage.archive.";
    return ServerOptions.defaults()
        .withHeap(HEAP_MIB)
        .with("cairn.storage.entries", "main,archive")
        .with("cairn.storage.main.type", "local")
        .with("cairn.storage.main.root", directory.resolve("main").toString())
        .with(entry + "type", "s3")
        .with(entry + "bucket", "archive")
        .with(entry + "endpoint", bucket.endpoint().toString())
        .with(entry + "region", bucket.region())
        .with(entry + "path-style", "true")
        .with(entry + "access-key", "env:LARGE_ACCESS_KEY")
        .with(entry + "secret-key", "env:LARGE_SECRET_KEY")
        .withEnvironment("LARGE_ACCESS_KEY", bucket.accessKey())
        .withEnvironment("LARGE_SECRET_KEY", bucket.secretKey());
  }
}
