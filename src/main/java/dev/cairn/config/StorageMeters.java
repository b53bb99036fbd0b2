package dev.cairn.config;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * What the server's metrics tell of the storage entries: {@code cairn_storage_parallel_limit},
 * requests to an entry that may wait for an answer at a time as of now, and {@code
 * cairn_storage_stuck_threads}, threads inside calls that were given up and do not end.
 * Thread-safe.
 *
 * <p>Not registered with {@code Gauge.builder}: WildFly's registry shows only what comes by its own
 * methods.
 */
@ApplicationScoped
class StorageMeters {
  private @Inject MeterRegistry registry;
  private @Inject ConfiguredStores stores;

  /** From now on they are told. */
  void register() {
    for (String name : stores.names()) {
      registry.gauge(
          "cairn.storage.parallel.limit",
          Tags.of("entry", name),
          this,
          meters -> meters.stores.parallelInForce(name));
    }
    registry.gauge(
        "cairn.storage.stuck.threads", Tags.empty(), this, meters -> meters.stores.stuckThreads());
  }
}
