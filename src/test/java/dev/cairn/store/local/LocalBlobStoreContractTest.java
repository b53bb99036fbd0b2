package dev.cairn.store.local;

import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalBlobStoreContractTest extends BlobStoreContract {

  @TempDir Path directory;

  @Override
  protected BlobStore newStore() {
    return new LocalBlobStore(new LocalSettings("main", directory.resolve("root"), true));
  }
}
