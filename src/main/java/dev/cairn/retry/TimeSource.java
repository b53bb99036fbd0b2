package dev.cairn.retry;

import java.time.Instant;

/** Where code that waits and measures gets its time from. Thread-safe. */
public interface TimeSource {

  /** The clocks of this machine. */
  TimeSource SYSTEM =
      new TimeSource() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public Instant now() {
          return Instant.now();
        }
      };

  /** Nanoseconds since an arbitrary moment; never goes back. For durations. */
  long nanoTime();

  /** Time of day, which may be set. For what a server says about times. */
  Instant now();
}
