package dev.cairn.store.azure;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.layer.StoreChain;
import dev.cairn.store.layer.Timeouts;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;

/** The contract against a real server of Azure's protocol, with all layers in front. */
class AzureBehindItsLayersTest extends AzureBlobStoreTest {

  private final ExecutorService io = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    io.shutdownNow();
  }

  @Override
  protected BlobStore newStore() {
    return new StoreChain(Timeouts.DEFAULT, io, TimeSource.SYSTEM, new Random(1))
        .wire("azure", super.newStore(), RetryPolicy.DEFAULT);
  }
}
