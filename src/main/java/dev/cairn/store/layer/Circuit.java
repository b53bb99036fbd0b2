package dev.cairn.store.layer;

import dev.cairn.retry.TimeSource;
import dev.cairn.store.RetryableStoreException;
import java.time.Duration;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What all callers of one store know of an outage. Once one of them has used up its attempts the
 * circuit is open: the others are refused at once instead of finding out for themselves, half a
 * minute each. One call a second is let through to ask whether the store answers again; the first
 * answer closes the circuit. Thread-safe.
 */
final class Circuit {

  /** Between two calls that ask again. */
  static final Duration PROBE_INTERVAL = Duration.ofSeconds(1);

  private static final Logger LOG = Logger.getLogger(Circuit.class);

  private final String entry;
  private final TimeSource time;
  private @Nullable RetryableStoreException failure;
  private long probeNotBefore;

  Circuit(String entry, TimeSource time) {
    this.entry = entry;
    this.time = time;
  }

  /** How a call may go on. */
  sealed interface Way {}

  /** As always. */
  record Closed() implements Way {}

  /** Once: it asks for everybody. */
  record Probe() implements Way {}

  /**
   * Not at all.
   *
   * @param failure what opened the circuit
   */
  record Open(RetryableStoreException failure) implements Way {}

  /** Asks before each attempt. */
  synchronized Way way() {
    RetryableStoreException known = failure;
    if (known == null) {
      return new Closed();
    }
    long now = time.nanoTime();
    if (now - probeNotBefore < 0) {
      return new Open(known);
    }
    probeNotBefore = now + PROBE_INTERVAL.toNanos();
    return new Probe();
  }

  /** Somebody gave up on this store. */
  synchronized void open(RetryableStoreException because) {
    failure = because;
    probeNotBefore = time.nanoTime() + PROBE_INTERVAL.toNanos();
  }

  /** The store answered, whatever it said. */
  synchronized void close() {
    if (failure != null) {
      failure = null;
      LOG.infof("%s answers again", entry);
    }
  }
}
