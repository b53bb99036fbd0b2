package dev.cairn.store.layer;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import dev.cairn.testkit.MemoryBlobStore;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;

class ChainOverMemoryContractTest extends BlobStoreContract {

  private final ExecutorService io = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    io.shutdownNow();
  }

  @Override
  protected BlobStore newStore() {
    return new StoreChain(Timeouts.DEFAULT, io, TimeSource.SYSTEM, new Random(1))
        .wire("memory", new MemoryBlobStore("memory"), RetryPolicy.DEFAULT);
  }
}
