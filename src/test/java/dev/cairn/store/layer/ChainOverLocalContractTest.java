package dev.cairn.store.layer;

import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import dev.cairn.store.local.LocalBlobStore;
import dev.cairn.store.local.LocalSettings;
import dev.cairn.testkit.Layers;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ChainOverLocalContractTest extends BlobStoreContract {

  @TempDir Path directory;

  @Override
  protected BlobStore newStore() {
    LocalBlobStore local =
        new LocalBlobStore(new LocalSettings("main", directory.resolve("root"), true));
    return Layers.over("main", local);
  }
}
