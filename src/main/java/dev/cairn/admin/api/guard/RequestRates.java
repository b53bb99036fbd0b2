package dev.cairn.admin.api.guard;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How fast one user may change things: 20 requests a second. Holds one bucket per user of the realm
 * that ever signed in. Thread-safe.
 */
@ApplicationScoped
public class RequestRates {
  /** Requests a second. */
  static final int PER_SECOND = 20;

  private final Map<String, TokenBucket> buckets = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  /** By the machine's clock. */
  public RequestRates() {
    this(System::nanoTime);
  }

  RequestRates(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Seconds the user must wait, at least 1; 0 when the request may pass. */
  long waitSeconds(String user) {
    long now = nanoTime.getAsLong();
    long nanos = buckets.computeIfAbsent(user, u -> new TokenBucket(PER_SECOND, now)).take(now);
    return nanos == 0 ? 0 : TimeUnit.NANOSECONDS.toSeconds(nanos) + 1;
  }
}
