package dev.cairn.testkit;

import dev.cairn.retry.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only when a test says so. Thread-safe. */
public final class ManualClock implements TimeSource {

  private final Instant start;
  private final AtomicLong elapsed = new AtomicLong();

  /** Starts at a fixed time of day. */
  public ManualClock() {
    this(Instant.parse("2026-07-29T12:00:00Z"));
  }

  /**
   * @param start time of day at which it starts
   */
  public ManualClock(Instant start) {
    this.start = start;
  }

  /** Lets time pass. */
  public void advance(Duration time) {
    elapsed.addAndGet(time.toNanos());
  }

  /** Time that has passed since the start. */
  public Duration elapsed() {
    return Duration.ofNanos(elapsed.get());
  }

  @Override
  public long nanoTime() {
    return elapsed.get();
  }

  @Override
  public Instant now() {
    return start.plusNanos(elapsed.get());
  }
}
