package dev.cairn.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.BlobHash;
import dev.cairn.store.Content;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PutRequest;
import dev.cairn.testkit.MemoryBlobStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetListingTest {
  private final MemoryBlobStore target = new MemoryBlobStore("archive");
  private final Random random = new Random(7);
  private int pages;
  private int entries;

  private TargetListing listing(KeyRange range, byte @Nullable [] cursor, long expected) {
    return new TargetListing(
        (prefix, after, limit) -> {
          pages++;
          entries += limit;
          return target.list(prefix, after, limit);
        },
        range,
        cursor,
        expected);
  }

  private BlobHash hash() {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    return BlobHash.of(bytes);
  }

  private List<BlobHash> hashes(int count) {
    List<BlobHash> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(hash());
    }
    Collections.sort(all);
    return all;
  }

  private static Optional<Long> size(TargetListing listing, BlobHash hash) {
    return listing.find(hash).map(ListPage.Entry::size);
  }

  private void put(BlobHash hash, int size) {
    target.put(PutRequest.of(hash.key(), Content.of(new byte[size])));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 16, 32, 300, 4096})
  void whatIsThereIsFoundAndWhatIsNotIsNotInEveryRange(int ranges) {
    List<BlobHash> all = hashes(3000);
    for (int i = 0; i < all.size(); i += 2) {
      put(all.get(i), i % 50);
    }
    target.put(PutRequest.of(new ObjectKey("foreign/object"), Content.of(new byte[3])));
    target.put(PutRequest.of(new ObjectKey("00"), Content.of(new byte[3])));
    for (KeyRange range : KeyRange.split(ranges)) {
      TargetListing listing = listing(range, null, 3000);
      for (int i = 0; i < all.size(); i++) {
        if (inside(range, all.get(i))) {
          Optional<Long> expected = i % 2 == 0 ? Optional.of(i % 50L) : Optional.empty();
          assertEquals(expected, size(listing, all.get(i)), all.get(i).hex());
        }
      }
    }
  }

  private static boolean inside(KeyRange range, BlobHash hash) {
    byte[] low = range.low();
    byte[] high = range.high();
    return (low == null || hash.compareTo(BlobHash.of(low)) >= 0)
        && (high == null || hash.compareTo(BlobHash.of(high)) < 0);
  }

  @Test
  void anEmptyTargetCostsOneRequestARange() {
    TargetListing listing = listing(KeyRange.split(4).get(1), null, 250);
    hashes(1000).forEach(listing::find);
    assertEquals(1, pages);
  }

  @Test
  void aThousandPresentBlobsCostAboutOneRequest() {
    List<BlobHash> all = hashes(2000);
    all.forEach(h -> put(h, 1));
    TargetListing listing = listing(KeyRange.split(1).get(0), null, 2000);
    all.forEach(h -> assertTrue(listing.find(h).isPresent()));
    assertTrue(pages <= 3, "pages: " + pages);
  }

  @Test
  void noMoreIsListedThanWillBeAskedFor() {
    hashes(3000).forEach(h -> put(h, 1));
    listing(KeyRange.split(32).get(3), null, 90).find(BlobHash.of(new byte[32]));
    assertEquals(91, entries);
  }

  @Test
  void aTargetThatHoldsMoreThanIsAskedForIsListedInFurtherPages() {
    List<BlobHash> all = hashes(2000);
    all.forEach(h -> put(h, 1));
    TargetListing listing = listing(KeyRange.split(1).get(0), null, 10);
    assertEquals(Optional.of(1L), size(listing, all.get(1500)));
    assertEquals(3, pages);
  }

  @Test
  void aResumeListsOnlyWhatIsBehindTheCursor() {
    List<BlobHash> all = hashes(3000);
    all.forEach(h -> put(h, 1));
    TargetListing listing = listing(KeyRange.split(1).get(0), all.get(2500).bytes(), 499);
    assertEquals(Optional.of(1L), size(listing, all.get(2501)));
    assertEquals(1, pages);
  }
}
