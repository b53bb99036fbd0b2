package dev.cairn.store.azure;

import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import dev.cairn.testkit.AzuriteServer;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract against a real server of Azure's protocol. */
class AzureBlobStoreTest extends BlobStoreContract {

  @TempDir static Path directory;

  private static AzuriteServer server;

  @BeforeAll
  static void startServer() {
    server = AzuriteServer.start(directory);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected BlobStore newStore() {
    String container = "c-" + UUID.randomUUID();
    server.createContainer(container);
    return new AzureBlobStore(
        new AzureSettings(
            "archive",
            server.endpoint(),
            container,
            "",
            new AzureCredentials.AccountKey(server.account(), server.key()),
            AzureSettings.Limits.DEFAULT));
  }

  /** It sorts by UTF-16, and so shows this key behind those that take two units there. */
  @Override
  protected Set<String> keysMangledByServer() {
    return Set.of("\uff5e");
  }
}
