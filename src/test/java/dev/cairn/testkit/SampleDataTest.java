package dev.cairn.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SampleDataTest {
  private static final int MIB = 1024 * 1024;

  @Test
  void sameSeedGivesSameContentInWhateverStepsItIsRead() throws IOException {
    SampleBlob blob = new SampleBlob(7, 3, 1001);
    byte[] whole = blob.open().readAllBytes();
    assertEquals(1001, whole.length);
    var single = new ByteArrayOutputStream();
    try (var stream = blob.open()) {
      for (int b = stream.read(); b >= 0; b = stream.read()) {
        single.write(b);
      }
    }
    assertEquals(blob.hash(), SampleBlob.hash(new ByteArrayInputStream(single.toByteArray())));
    assertEquals(blob.hash(), SampleBlob.hash(new ByteArrayInputStream(whole)));
  }

  @Test
  void everyBlobOfASetHasContentOfItsOwn() {
    Set<String> hashes = new HashSet<>();
    List<SampleBlob> blobs = SampleData.blobs(1, 300, MIB);
    blobs.forEach(blob -> hashes.add(blob.hash()));
    assertEquals(blobs.size(), hashes.size());
  }

  @Test
  void setReachesFromEmptyTo64MebibytesAndStaysSmallInSum() {
    List<SampleBlob> blobs = SampleData.blobs(42, 2000);
    long sum = blobs.stream().mapToLong(SampleBlob::size).sum();
    assertEquals(0, blobs.stream().mapToLong(SampleBlob::size).min().orElseThrow());
    assertEquals(64 * MIB, blobs.stream().mapToLong(SampleBlob::size).max().orElseThrow());
    assertTrue(sum < 400L * MIB, () -> sum / MIB + " MiB");
    long small = blobs.stream().filter(blob -> blob.size() < 16 * 1024).count();
    assertTrue(small > 1700, () -> small + " small blobs");
  }
}
