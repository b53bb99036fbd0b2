package dev.cairn.faults;

import dev.cairn.testkit.FaultProxy.Request;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Picks the requests that a fault hits: those of one kind, but for the first few. So a run has got
 * somewhere when the fault comes. Knows when it picked the first one. Thread-safe.
 */
final class Trigger implements Predicate<Request> {
  static final Predicate<Request> ANY = request -> true;
  static final Predicate<Request> PUT =
      request -> request.method().equals("PUT") && request.path().endsWith(".blob");
  static final Predicate<Request> READ =
      request -> request.method().equals("GET") && request.path().endsWith(".blob");

  /** A page of what a range of the target holds; the preflight lists its own probe. */
  static final Predicate<Request> LIST =
      request ->
          request.method().equals("GET")
              && request.query().contains("list-type=2")
              && !request.query().contains("cairn-probe");

  private final Predicate<Request> kind;
  private final int spared;
  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicLong firstHit = new AtomicLong();
  private final CountDownLatch hit = new CountDownLatch(1);

  private Trigger(Predicate<Request> kind, int spared) {
    this.kind = kind;
    this.spared = spared;
  }

  /** Every request of this kind but the first {@code spared}. */
  static Trigger after(int spared, Predicate<Request> kind) {
    return new Trigger(kind, spared);
  }

  @Override
  public boolean test(Request request) {
    if (!kind.test(request) || seen.incrementAndGet() <= spared) {
      return false;
    }
    firstHit.compareAndSet(0, System.nanoTime());
    hit.countDown();
    return true;
  }

  /** Waits until the first request was hit. */
  void awaitHit() {
    try {
      if (!hit.await(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("only " + seen + " requests of the kind came in a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a run went on", e);
    }
  }

  /** Time since the first request was hit. */
  Duration since() {
    return Duration.ofNanos(System.nanoTime() - firstHit.get());
  }
}
