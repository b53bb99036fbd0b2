package dev.cairn.store.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.store.Content;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PutRequest;
import dev.cairn.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalListingTest {

  @TempDir Path directory;

  private final ManualClock clock = new ManualClock();
  private LocalBlobStore store;

  @BeforeEach
  void createRoot() {
    store = store(LocalListing.BOUND);
    store.initialize();
  }

  private LocalBlobStore store(int bound) {
    return new LocalBlobStore(
        new LocalSettings("main", directory.resolve("root"), true), clock, bound);
  }

  private NavigableSet<ObjectKey> randomTree(long seed) throws IOException {
    Random random = new Random(seed);
    String alphabet = "ab-.0";
    NavigableSet<ObjectKey> keys = new TreeSet<>();
    for (int i = 0; i < 400; i++) {
      StringBuilder key = new StringBuilder();
      for (int segments = random.nextInt(3); segments >= 0; segments--) {
        key.append(key.isEmpty() ? "" : "/");
        key.append('x');
        for (int letters = random.nextInt(3); letters > 0; letters--) {
          key.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
      }
      Path file = directory.resolve("root").resolve(key.toString());
      if (isFree(file)) {
        Files.createDirectories(LocalRoot.directoryOf(file));
        Files.writeString(file, "x");
        keys.add(new ObjectKey(key.toString()));
      }
    }
    return keys;
  }

  private boolean isFree(Path file) {
    Path up = directory.resolve("root");
    for (Path segment : up.relativize(file)) {
      up = up.resolve(segment);
      if (Files.isRegularFile(up)) {
        return false;
      }
    }
    return !Files.exists(file);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 20, LocalListing.BOUND})
  void aListingIsInByteOrderHoweverFewNamesOfADirectoryFitInMemory(int bound) throws Exception {
    NavigableSet<ObjectKey> keys = randomTree(bound);

    assertEquals(List.copyOf(keys), all(store(bound), "", null, 7));
  }

  @Test
  void everyPageCanBeAskedForByAStoreThatNeverSawTheOneBefore() throws Exception {
    NavigableSet<ObjectKey> keys = randomTree(3);

    List<ObjectKey> listed = new ArrayList<>();
    Optional<ObjectKey> next = Optional.empty();
    do {
      ListPage page = store(8).list("x", next.orElse(null), 5);
      page.entries().forEach(entry -> listed.add(entry.key()));
      next = page.next();
    } while (next.isPresent());

    assertEquals(List.copyOf(keys), listed);
  }

  @Test
  void aListingCanStartBehindAnyTextWithAnyPrefix() throws Exception {
    NavigableSet<ObjectKey> keys = randomTree(4);
    for (String prefix : List.of("", "x", "xa", "xa/", "x-", "xb/x", "y", "..", "x//")) {
      for (String after : List.of("x", "xa", "xa/", "xa/x", "xa0", "x-/x", "x\uffff", "z")) {
        ObjectKey start = new ObjectKey(after);
        assertEquals(
            keys.tailSet(start, false).stream()
                .filter(key -> key.value().startsWith(prefix))
                .toList(),
            all(store, prefix, start, 1000),
            () -> "prefix " + prefix + " after " + after);
      }
    }
  }

  @Test
  void aDirectoryIsReadOncePerPass() throws Exception {
    Path root = directory.resolve("root");
    for (int i = 0; i < 300; i++) {
      Files.writeString(root.resolve("f" + i), "x");
    }
    AtomicInteger named = new AtomicInteger();
    LocalWalk walk =
        new LocalWalk(
            child -> {
              named.incrementAndGet();
              return LocalNames.segment(child);
            },
            LocalListing.BOUND);
    walk.start(root, DirectoryWindow.Wanted.after("f", null));
    int before = named.get();

    int pages = 0;
    while (walk.page(10).next().isPresent()) {
      pages++;
    }

    assertEquals(29, pages);
    assertEquals(before, named.get());
  }

  @Test
  void aNewPassSeesWhatWasAddedSinceTheLast() {
    put("a");
    put("b");
    assertEquals(1, store.list("", null, 1).entries().size());
    put("0");

    assertEquals(List.of(new ObjectKey("0")), keys(store.list("", null, 1)));
  }

  @Test
  void aWalkThatNobodyGoesOnWithIsForgotten() {
    for (String key : List.of("a", "b", "c")) {
      put(key);
    }
    ObjectKey next = store.list("", null, 1).next().orElseThrow();
    put("aa");
    clock.advance(Duration.ofSeconds(61));

    assertEquals(List.of(new ObjectKey("aa"), new ObjectKey("b")), keys(store.list("", next, 2)));
  }

  @Test
  void linksAndTheStoresOwnFilesAreNotListed() throws Exception {
    Path root = directory.resolve("root");
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "x");
    Files.createSymbolicLink(root.resolve("link"), outside);
    Files.createSymbolicLink(root.resolve("loop"), root);
    Files.createSymbolicLink(root.resolve("file"), outside.resolve("secret"));
    Files.createSymbolicLink(root.resolve("dangling"), root.resolve("nothing"));
    put("object");

    assertEquals(List.of(new ObjectKey("object")), all(store, "", null, 10));
  }

  private void put(String key) {
    store.put(PutRequest.of(new ObjectKey(key), Content.of(new byte[1])));
  }

  private static List<ObjectKey> keys(ListPage page) {
    return page.entries().stream().map(ListPage.Entry::key).toList();
  }

  private static List<ObjectKey> all(
      LocalBlobStore store, String prefix, @Nullable ObjectKey after, int limit) {
    List<ObjectKey> keys = new ArrayList<>();
    ListPage page = store.list(prefix, after, limit);
    keys.addAll(keys(page));
    while (page.next().isPresent()) {
      page = store.list(prefix, page.next().get(), limit);
      keys.addAll(keys(page));
    }
    return keys;
  }
}
