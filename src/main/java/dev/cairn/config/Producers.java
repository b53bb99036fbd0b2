package dev.cairn.config;

import dev.cairn.catalog.Node;
import dev.cairn.job.RunCapacity;
import dev.cairn.job.RunTimings;
import dev.cairn.migration.TransferBudget;
import dev.cairn.retry.RetryPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;

/** Makes the values that other packages ask for. */
@ApplicationScoped
class Producers {

  @Produces
  @Singleton
  Settings settings() {
    var config = ConfigProvider.getConfig();
    return new SettingsReader(key -> Optional.ofNullable(config.getConfigValue(key).getValue()))
        .read();
  }

  @Produces
  @Singleton
  Clock clock() {
    return Clock.systemUTC();
  }

  @Produces
  @Singleton
  Node node() {
    return Node.booted();
  }

  @Produces
  @Singleton
  RetryPolicy retry(Settings settings) {
    return settings.retry();
  }

  @Produces
  @Singleton
  RunTimings timings(Settings settings) {
    return settings.timings();
  }

  @Produces
  @Singleton
  RunCapacity capacity(Settings settings) {
    return new RunCapacity(settings.batchThreads());
  }

  @Produces
  @Singleton
  TransferBudget budget(Settings settings) {
    return new TransferBudget(settings.copyMemory());
  }
}
