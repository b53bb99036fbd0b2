package dev.cairn.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.catalog.BlobRow;
import dev.cairn.store.BlobHash;
import dev.cairn.testkit.MemoryBlobStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeWalkTest {
  private final MemoryBlobStore target = new MemoryBlobStore("archive");

  private static List<BlobRow> rows(int count) {
    Random random = new Random(count);
    List<BlobRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] hash = new byte[32];
      random.nextBytes(hash);
      rows.add(new BlobRow(BlobHash.of(hash), 1, i, i, Optional.empty()));
    }
    rows.sort(Comparator.comparing(BlobRow::hash));
    return rows;
  }

  private RangeWalk walk(List<BlobRow> registry, byte @Nullable [] cursor) {
    return new RangeWalk(
        (after, range, s0, limit) ->
            registry.stream()
                .filter(r -> r.seq() <= s0)
                .filter(r -> after == null || r.hash().compareTo(BlobHash.of(after)) > 0)
                .limit(limit)
                .toList(),
        target::list,
        new RangeWalk.Part(KeyRange.split(1).get(0), cursor, registry.size(), Long.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1000, 1001, 2000, 2500})
  void everyRowComesOnceInOrderAndOnlyTheLastIsMarked(int count) {
    List<BlobRow> registry = rows(count);
    RangeWalk walk = walk(registry, null);
    List<BlobRow> seen = new ArrayList<>();
    while (walk.hasNext()) {
      RangeWalk.Item item = walk.next();
      seen.add(item.row());
      assertEquals(seen.size() == count, item.last());
    }
    assertEquals(registry, seen);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 500, 999, 1000, 2498})
  void aResumeBeginsBehindTheCursor(int done) {
    List<BlobRow> registry = rows(2500);
    RangeWalk walk = walk(registry, registry.get(done).hash().bytes());
    assertTrue(walk.hasNext());
    assertEquals(registry.get(done + 1), walk.next().row());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000})
  void aRangeThatIsDoneHasNothingLeft(int count) {
    List<BlobRow> registry = rows(count);
    assertFalse(walk(registry, registry.get(count - 1).hash().bytes()).hasNext());
  }
}
