package dev.cairn.store.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {

  private static final long MS = Duration.ofMillis(1).toNanos();

  private final Pace pace = new Pace();

  @Test
  void withoutARateNobodyWaits() {
    assertEquals(0, pace.take(1_000_000, 0));
    assertEquals(0, pace.take(1_000_000, 1));
  }

  @Test
  void unitsAreSpreadOverTimeWhateverTheirNumber() {
    pace.set(1000);

    assertEquals(0, pace.take(100, 5000 * MS)); // a tenth of a second's worth at once
    assertEquals(10 * MS, pace.take(10, 5000 * MS));
    assertEquals(5010 * MS, pace.take(5000, 5000 * MS));
    assertEquals(11 * MS, pace.take(1, 10_000 * MS));
    assertEquals(0, pace.take(100, 60_000 * MS)); // a long rest earns no more than that
    assertEquals(100 * MS, pace.take(100, 60_000 * MS));
  }

  @Test
  void aChangedRateHoldsForWhatComesNext() {
    pace.set(1000);
    pace.take(100, 5000 * MS);
    pace.set(10);

    assertEquals(1000 * MS, pace.take(10, 5000 * MS));

    pace.set(0);

    assertEquals(0, pace.take(1_000_000, 5000 * MS));
  }
}
