package dev.cairn.store.layer;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import dev.cairn.store.local.LocalBlobStore;
import dev.cairn.store.local.LocalSettings;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class ChainOverLocalContractTest extends BlobStoreContract {

  @TempDir Path directory;

  private final ExecutorService io = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    io.shutdownNow();
  }

  @Override
  protected BlobStore newStore() {
    LocalBlobStore local =
        new LocalBlobStore(new LocalSettings("main", directory.resolve("root"), true));
    return new StoreChain(Timeouts.DEFAULT, io, TimeSource.SYSTEM, new Random(1))
        .wire("main", local, RetryPolicy.DEFAULT);
  }
}
