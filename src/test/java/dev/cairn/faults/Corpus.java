package dev.cairn.faults;

import dev.cairn.testkit.SampleBlob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The blobs of a test server: an empty one, one of 9 MiB, which is streamed, and small ones that
 * are longer than the bytes after which a fault cuts a body. Used by one thread.
 */
final class Corpus {
  private static final long STREAMED = 9L << 20;
  private static final int SMALLEST = 1024;

  private final long seed;
  private final Map<String, SampleBlob> blobs = new TreeMap<>();
  private int next;

  Corpus(long seed, int count) {
    this.seed = seed;
    IntStream.range(0, count).forEach(i -> add());
  }

  /** Adds a blob and returns its hash. */
  String add() {
    int index = next++;
    long size =
        switch (index) {
          case 0 -> 0;
          case 1 -> STREAMED;
          default -> SMALLEST + 37L * (index % 100);
        };
    SampleBlob blob = new SampleBlob(seed, index, size);
    String hash = blob.hash();
    blobs.put(hash, blob);
    return hash;
  }

  /** All hashes in ascending order. */
  List<String> blobs() {
    return List.copyOf(blobs.keySet());
  }

  int size() {
    return blobs.size();
  }

  byte[] content(String hash) {
    SampleBlob blob = blobs.get(hash);
    if (blob == null) {
      throw new IllegalArgumentException(hash + " is no blob of these");
    }
    try (InputStream in = blob.open()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
