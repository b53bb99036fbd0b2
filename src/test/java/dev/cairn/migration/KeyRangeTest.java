package dev.cairn.migration;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRangeTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 32, 100, 4096})
  void rangesCoverTheKeySpaceWithoutGapOrOverlap(int count) {
    List<KeyRange> ranges = KeyRange.split(count);
    assertEquals(count, ranges.size());
    assertNull(ranges.get(0).low());
    assertNull(ranges.get(count - 1).high());
    for (int i = 1; i < count; i++) {
      byte[] low = ranges.get(i).low();
      byte[] before = ranges.get(i - 1).high();
      assertNotNull(low);
      assertArrayEquals(before, low);
      byte[] lower = ranges.get(i - 1).low();
      assertTrue(lower == null || Arrays.compareUnsigned(lower, low) < 0);
    }
  }

  @Test
  void halvesMeetInTheMiddle() {
    byte[] middle = KeyRange.split(2).get(1).low();
    assertNotNull(middle);
    assertEquals("80" + "00".repeat(31), HexFormat.of().formatHex(middle));
  }
}
