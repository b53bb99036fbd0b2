package dev.cairn.config;

import dev.cairn.job.RunTimings;
import dev.cairn.retry.RetryPolicy;
import dev.cairn.store.layer.Timeouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the settings and checks them, alone and against each other. All errors are reported at
 * once, each with key, value and remedy. Used by one thread.
 */
public final class SettingsReader {
  private static final Duration NEVER_STARTED = Duration.ofSeconds(60);
  private static final String EXAMPLE =
      "no storage entry is configured; a working example:\n"
          + "      cairn.storage.entries=main,archive\n"
          + "      cairn.storage.main.type=local\n"
          + "      cairn.storage.main.root=/var/lib/cairn/main\n"
          + "      cairn.storage.archive.type=local\n"
          + "      cairn.storage.archive.root=/var/lib/cairn/archive";

  private final Values values;
  private final List<String> errors = new ArrayList<>();

  /**
   * @param source value of a key, or empty when it is not set
   */
  public SettingsReader(Function<String, Optional<String>> source) {
    this.values = new Values(source, errors);
  }

  /**
   * Reads everything.
   *
   * @throws ConfigurationException listing every error
   */
  public Settings read() {
    String mode = values.oneOf("cairn.mode", List.of("development", "production"));
    List<EntrySettings> entries = entries();
    Timeouts timeouts =
        new Timeouts(
            values.millis("cairn.timeout.metadata-ms", 0),
            values.millis("cairn.timeout.list-ms", 0),
            values.millis("cairn.timeout.first-byte-ms", 0),
            values.millis("cairn.timeout.stall-ms", 0));
    RetryPolicy retry = retry();
    RunTimings timings =
        new RunTimings(
            values.millis("cairn.run.heartbeat-ms", 1),
            values.millis("cairn.run.lease-ms", 1),
            values.millis("cairn.run.pause-ms", 1),
            NEVER_STARTED);
    Duration stop = values.millis("cairn.run.stop-ms", 1);
    Duration outage = values.millis("cairn.run.outage-ms", 1);
    checkRelations(timeouts, retry, timings, stop, outage);
    Settings settings =
        new Settings(
            mode.equals("production"),
            entries,
            timeouts,
            retry,
            timings,
            (int) values.number("cairn.batch.threads", 4, 1000),
            copyMemory(),
            values.number("cairn.blob.max-size-bytes", 1, Long.MAX_VALUE));
    if (!errors.isEmpty()) {
      throw new ConfigurationException(errors);
    }
    return settings;
  }

  private RetryPolicy retry() {
    long attempts = values.number("cairn.retry.max-attempts", 1, 100);
    Duration base = values.millis("cairn.retry.base-ms", 0);
    Duration cap = values.millis("cairn.retry.cap-ms", 0);
    Duration elapsed = values.millis("cairn.retry.max-elapsed-ms", 1);
    if (base.compareTo(cap) > 0) {
      errors.add(
          "cairn.retry.base-ms="
              + base.toMillis()
              + ": must not be more than cairn.retry.cap-ms="
              + cap.toMillis());
      return RetryPolicy.DEFAULT;
    }
    return new RetryPolicy((int) attempts, base, cap, elapsed);
  }

  private long copyMemory() {
    return values.isSet("cairn.copy.memory-bytes")
        ? values.number("cairn.copy.memory-bytes", 1024 * 1024, Long.MAX_VALUE)
        : Runtime.getRuntime().maxMemory() / 4;
  }

  private void checkRelations(
      Timeouts timeouts, RetryPolicy retry, RunTimings timings, Duration stop, Duration outage) {
    atMost("cairn.timeout.metadata-ms", timeouts.metadata(), retry.maxElapsed());
    atMost("cairn.timeout.list-ms", timeouts.list(), retry.maxElapsed());
    atMost("cairn.timeout.first-byte-ms", timeouts.firstByte(), retry.maxElapsed());
    atMost("cairn.timeout.stall-ms", timeouts.stall(), retry.maxElapsed());
    Duration known = retry.maxElapsed().plus(timeouts.metadata()).plus(stop);
    if (known.compareTo(outage) >= 0) {
      errors.add(
          "cairn.run.outage-ms="
              + outage.toMillis()
              + ": must be more than cairn.retry.max-elapsed-ms + cairn.timeout.metadata-ms +"
              + " cairn.run.stop-ms = "
              + known.toMillis()
              + "; raise it, or lower those");
    }
    if (timings.heartbeat().multipliedBy(2).compareTo(timings.lease()) > 0) {
      errors.add(
          "cairn.run.lease-ms="
              + timings.lease().toMillis()
              + ": must be at least twice cairn.run.heartbeat-ms="
              + timings.heartbeat().toMillis());
    }
  }

  private void atMost(String key, Duration value, Duration elapsed) {
    if (value.compareTo(elapsed) > 0) {
      errors.add(
          key
              + "="
              + value.toMillis()
              + ": must not be more than cairn.retry.max-elapsed-ms="
              + elapsed.toMillis());
    }
  }

  private List<EntrySettings> entries() {
    Set<String> names = new LinkedHashSet<>();
    for (String name : values.text("cairn.storage.entries").split(",")) {
      if (!name.isBlank() && !names.add(name.strip())) {
        errors.add("cairn.storage.entries: '" + name.strip() + "' is there twice");
      }
    }
    if (names.isEmpty()) {
      errors.add("cairn.storage.entries: " + EXAMPLE);
    }
    EntryReader reader = new EntryReader(values, errors);
    return names.stream().flatMap(n -> reader.read(n).stream()).toList();
  }
}
