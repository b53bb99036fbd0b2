package dev.cairn.store.s3;

import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import dev.cairn.testkit.S3ProxyServer;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract against a real S3 server. */
class S3BlobStoreTest extends BlobStoreContract {

  @TempDir static Path directory;

  private static S3ProxyServer server;

  @BeforeAll
  static void startServer() {
    server = S3ProxyServer.start(directory);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected BlobStore newStore() {
    return S3Samples.store(newSettings());
  }

  /** Of a new bucket. */
  static S3Settings newSettings() {
    String bucket = "b-" + UUID.randomUUID();
    server.createBucket(bucket);
    return S3Samples.settings(server, bucket);
  }

  /**
   * Its objects are files, so that file names are not kept apart as S3 keeps keys apart; it sorts
   * by UTF-16 what S3 sorts by UTF-8; and it does not know a signature again when the client writes
   * the second of two slashes as %2F, which S3 does.
   */
  @Override
  protected Set<String> keysMangledByServer() {
    return Set.of("t/", "/a", "a//b", "n".repeat(300), "\uff5e");
  }
}
