package dev.cairn.store.layer;

import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import dev.cairn.store.local.LocalBlobStore;
import dev.cairn.store.local.LocalSettings;
import dev.cairn.testkit.Layers;
import dev.cairn.testkit.SampleKeys;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EncryptedOverLocalContractTest extends BlobStoreContract {

  @TempDir Path directory;

  @Override
  protected BlobStore newStore() {
    LocalBlobStore local =
        new LocalBlobStore(new LocalSettings("main", directory.resolve("root"), true));
    return Layers.encrypted("main", local, SampleKeys.of(1, 2));
  }
}
