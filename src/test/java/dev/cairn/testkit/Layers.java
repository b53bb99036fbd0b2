package dev.cairn.testkit;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.layer.EncryptionKeys;
import dev.cairn.store.layer.StoreChain;
import dev.cairn.store.layer.Timeouts;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/** Wires stores as the application does. */
public final class Layers {

  /** Attempts that wait for nothing. */
  private static final RetryPolicy AT_ONCE =
      new RetryPolicy(3, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30));

  private static final ExecutorService IO =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "test-io");
            thread.setDaemon(true);
            return thread;
          });

  private static final StoreChain CHAIN =
      new StoreChain(Timeouts.DEFAULT, IO, TimeSource.SYSTEM, RandomGenerator.getDefault());

  private Layers() {}

  /** With the default policy. */
  public static ChainedStore over(String name, BlobStore backend) {
    return CHAIN.wire(name, backend, RetryPolicy.DEFAULT);
  }

  /** With the default policy, encrypted. */
  public static ChainedStore encrypted(String name, BlobStore backend, EncryptionKeys keys) {
    return CHAIN.wire(name, backend, RetryPolicy.DEFAULT, keys);
  }

  /** With three attempts that wait for nothing. */
  public static ChainedStore atOnce(String name, BlobStore backend) {
    return CHAIN.wire(name, backend, AT_ONCE);
  }

  /** With three attempts that wait for nothing, encrypted. */
  public static ChainedStore atOnce(String name, BlobStore backend, EncryptionKeys keys) {
    return CHAIN.wire(name, backend, AT_ONCE, keys);
  }
}
