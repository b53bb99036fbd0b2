package dev.cairn.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Rate of the last five minutes of running time, and the expected end. A new one begins with every
 * segment, so that time in which the run was paused does not count. Thread-safe.
 */
public final class ProgressMeter {
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final Duration SETTLING = Duration.ofMinutes(1);

  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(Instant at, long blobs, long bytes) {}

  /**
   * Rate over the window.
   *
   * @param blobsPerSecond blobs with an outcome per second
   * @param bytesPerSecond bytes copied or proved per second
   */
  public record Rate(double blobsPerSecond, double bytesPerSecond) {}

  /** Notes how far the run is. */
  public synchronized void sample(Instant now, long blobs, long bytes) {
    samples.addLast(new Sample(now, blobs, bytes));
    while (samples.size() > 2 && samples.getFirst().at().isBefore(now.minus(WINDOW))) {
      samples.removeFirst();
    }
  }

  /** Rate over the window, or empty before two samples. */
  public synchronized Optional<Rate> rate() {
    if (samples.size() < 2) {
      return Optional.empty();
    }
    Sample first = samples.getFirst();
    Sample last = samples.getLast();
    double seconds = Duration.between(first.at(), last.at()).toMillis() / 1000.0;
    return seconds <= 0
        ? Optional.empty()
        : Optional.of(
            new Rate(
                (last.blobs() - first.blobs()) / seconds,
                (last.bytes() - first.bytes()) / seconds));
  }

  /**
   * Expected time to the end, from blobs and from bytes, the longer; empty in the first minute of a
   * segment.
   *
   * @param blobsLeft blobs without an outcome
   * @param bytesLeft their bytes
   */
  public synchronized Optional<Duration> eta(long blobsLeft, long bytesLeft) {
    if (samples.isEmpty()
        || Duration.between(samples.getFirst().at(), samples.getLast().at()).compareTo(SETTLING)
            < 0) {
      return Optional.empty();
    }
    return rate()
        .filter(r -> r.blobsPerSecond() > 0)
        .map(
            r -> {
              double byBlobs = blobsLeft / r.blobsPerSecond();
              double byBytes = r.bytesPerSecond() > 0 ? bytesLeft / r.bytesPerSecond() : 0;
              return Duration.ofSeconds((long) Math.ceil(Math.max(byBlobs, byBytes)));
            });
  }
}
