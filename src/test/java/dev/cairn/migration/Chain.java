package dev.cairn.migration;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.layer.StoreChain;
import dev.cairn.store.layer.Timeouts;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/** Wires stores as the application does, with attempts that wait for nothing. */
final class Chain {
  private static final ExecutorService IO =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "test-io");
            thread.setDaemon(true);
            return thread;
          });

  private Chain() {}

  static ChainedStore over(String name, BlobStore backend) {
    return new StoreChain(Timeouts.DEFAULT, IO, TimeSource.SYSTEM, RandomGenerator.getDefault())
        .wire(
            name,
            backend,
            new RetryPolicy(3, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30)));
  }
}
