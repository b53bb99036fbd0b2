package dev.cairn.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.StoreDescription.Capability;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link BlobStore} does, whatever lies below it and however many layers stand in front.
 * A backend's test extends this class and says how to make a store; what a store cannot do it says
 * in its capabilities, and the tests for that are skipped.
 */
public abstract class BlobStoreContract {

  private static final int BUFFER = 8192;
  private static final int LARGE = (1 << 20) + 1;

  /** Store under test, initialized, on an empty location. */
  protected BlobStore store;

  /** A store on an empty location; the suite initializes and closes it. */
  protected abstract BlobStore newStore() throws Exception;

  /** Bytes that the store reports for an object of {@code plain} bytes. */
  protected long reportedSize(long plain) {
    return plain;
  }

  /** Whether the store reports a checksum of an object that was put with its hash. */
  protected boolean keepsChecksums() {
    return store.describe().capabilities().contains(Capability.NATIVE_CHECKSUM);
  }

  /** Keys that the server below, not our store, is known to mangle; they are left out. */
  protected Set<String> keysMangledByServer() {
    return Set.of();
  }

  @BeforeEach
  void openStore() throws Exception {
    store = newStore();
    store.initialize();
  }

  @AfterEach
  void closeStore() {
    store.close();
    store.close();
  }

  // ---- what it is

  @Test
  void describesItselfTheSameWayEveryTime() {
    StoreDescription description = store.describe();

    assertEquals(description, store.describe());
    assertFalse(description.type().isBlank());
    assertFalse(description.location().isBlank());
    assertFalse(description.physicalIdentity().isBlank());
  }

  @Test
  void canBeInitializedAgainWithoutLosingAnything() {
    put("a", bytes(10));

    store.initialize();
    store.sync();

    assertArrayEquals(bytes(10), readAll("a"));
  }

  // ---- stat

  @Test
  void statOfAnObjectThatIsNotThereIsEmpty() {
    assertEquals(Optional.empty(), store.stat(key("not-there")));
    assertEquals(Optional.empty(), store.stat(hash(bytes(3)).key()));
  }

  @Test
  void statTellsKeySizeAndVersionOfWhatWasPut() {
    Optional<String> version = put("dir/object", bytes(1234));

    ObjectInfo info = store.stat(key("dir/object")).orElseThrow();

    assertEquals(key("dir/object"), info.key());
    assertEquals(reportedSize(1234), info.size());
    version.ifPresent(v -> assertEquals(Optional.of(v), info.version()));
  }

  @Test
  void versionChangesWithTheBytes() {
    put("a", bytes(10));
    Optional<String> first = store.stat(key("a")).orElseThrow().version();
    put("a", bytes(11));
    Optional<String> second = store.stat(key("a")).orElseThrow().version();

    assertEquals(first.isPresent(), second.isPresent());
    assertTrue(first.isEmpty() || !first.equals(second));
  }

  @Test
  void reportsTheChecksumItKeepsAndNoOther() {
    byte[] content = bytes(5000);
    BlobHash hash = hash(content);
    boolean keeps = keepsChecksums();

    store.put(PutRequest.of(hash, Content.of(content)));

    assertEquals(
        keeps ? Optional.of(hash) : Optional.empty(),
        store.stat(hash.key()).orElseThrow().sha256());
  }

  @Test
  void keepsAllMetadataOrTellsOfNone() {
    ObjectMetadata metadata =
        new ObjectMetadata(
            Optional.of("text/csv"),
            Optional.of("identity"),
            Optional.of("de"),
            Optional.of("attachment; filename=\"a.txt\""),
            Optional.of("max-age=60"),
            Map.of("owner", "someone", "colour", "blue green"));
    store.put(
        new PutRequest(
            key("a"),
            Content.of(bytes(10)),
            new PutCondition.Always(),
            metadata,
            Optional.empty()));

    ObjectMetadata told = store.stat(key("a")).orElseThrow().metadata();

    assertTrue(told.equals(metadata) || told.equals(ObjectMetadata.NONE), told::toString);
    ObjectMetadata toldByRead = store.read(key("a"), null, (info, body) -> info.metadata());
    assertEquals(told, toldByRead);
  }

  // ---- put and read

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, BUFFER - 1, BUFFER, BUFFER + 1, 65_536, LARGE})
  void givesBackTheBytesThatWerePut(int size) {
    byte[] content = bytes(size);
    BlobHash hash = hash(content);

    store.put(PutRequest.of(hash, Content.of(content)));

    assertArrayEquals(content, readAll(hash.key()));
    assertEquals(reportedSize(size), store.stat(hash.key()).orElseThrow().size());
  }

  @Test
  void takesContentFromAStreamThatYieldsFewBytesAtATime() {
    byte[] content = bytes(100_000);

    store.put(PutRequest.of(key("a"), reopenable(content.length, () -> dripping(content))));

    assertArrayEquals(content, readAll("a"));
  }

  @Test
  void takesContentThatCanBeOpenedOnlyOnceAndLeavesItOpen() {
    byte[] content = bytes(100_000);
    ClosableStream in = new ClosableStream(content);

    singleAttempt().put(PutRequest.of(key("a"), new Content.OneShot(content.length, in)));

    assertArrayEquals(content, readAll("a"));
    assertFalse(in.closed, "the stream belongs to its owner");
  }

  @Test
  void closesContentThatCanBeReopened() {
    List<ClosableStream> opened = Collections.synchronizedList(new ArrayList<>());
    Content content =
        reopenable(
            5000,
            () -> {
              ClosableStream in = new ClosableStream(bytes(5000));
              opened.add(in);
              return in;
            });

    store.put(PutRequest.of(key("a"), content));

    assertFalse(opened.isEmpty());
    assertTrue(opened.stream().allMatch(in -> in.closed));
  }

  @Test
  void overwritesAnObjectAsAWhole() {
    put("a", bytes(LARGE));
    put("a", bytes(5));

    assertArrayEquals(bytes(5), readAll("a"));
    assertEquals(reportedSize(5), store.stat(key("a")).orElseThrow().size());
  }

  @Test
  void readOfAnObjectThatIsNotThereIsNotFound() {
    PermanentStoreException e =
        assertThrows(PermanentStoreException.class, () -> readAll("not-there"));

    assertEquals(FailureKind.NOT_FOUND, e.kind());
    assertEquals(key("not-there"), e.detail().key());
    assertEquals(StoreOperation.READ, e.detail().operation());
  }

  @Test
  void tellsTheHandlerWhatStatTells() {
    put("a", bytes(20_000));
    ObjectInfo stat = store.stat(key("a")).orElseThrow();

    ObjectInfo whole = store.read(key("a"), null, (info, body) -> info);

    assertEquals(stat.key(), whole.key());
    assertEquals(stat.size(), whole.size());
    assertEquals(stat.version(), whole.version());
  }

  @Test
  void handlerMayLeaveBytesUnread() {
    put("a", bytes(LARGE));

    int first = store.read(key("a"), null, (info, body) -> body.read());
    String nothing = store.read(key("a"), null, (info, body) -> "read nothing");

    assertEquals(bytes(LARGE)[0] & 0xff, first);
    assertEquals("read nothing", nothing);
    assertArrayEquals(bytes(LARGE), readAll("a"));
  }

  @Test
  void handlerMayCloseTheBodyItself() {
    put("a", bytes(LARGE));

    byte[] start =
        store.read(
            key("a"),
            null,
            (info, body) -> {
              try (body) {
                return body.readNBytes(16);
              }
            });

    assertArrayEquals(Arrays.copyOf(bytes(LARGE), 16), start);
  }

  @Test
  void handlersIoExceptionComesOutUnchecked() {
    put("a", bytes(LARGE));
    IOException trouble = new IOException("handler's own");

    UncheckedIOException e =
        assertThrows(
            UncheckedIOException.class,
            () ->
                store.read(
                    key("a"),
                    null,
                    (info, body) -> {
                      body.read();
                      throw trouble;
                    }));

    assertSame(trouble, e.getCause());
    assertArrayEquals(bytes(LARGE), readAll("a"));
  }

  @Test
  void handlersPermanentStoreFailureComesOutAsItIs() {
    put("a", bytes(LARGE));
    PermanentStoreException trouble = foreignFailure();

    PermanentStoreException e =
        assertThrows(
            PermanentStoreException.class,
            () ->
                store.read(
                    key("a"),
                    null,
                    (info, body) -> {
                      throw trouble;
                    }));

    assertEquals(trouble.detail(), e.detail());
  }

  // ---- ranges

  static List<ByteRange> ranges() {
    return List.of(
        new ByteRange(0, 20_000),
        new ByteRange(0, 16),
        new ByteRange(0, 1),
        new ByteRange(19_999, 1),
        new ByteRange(19_000, 1000),
        new ByteRange(BUFFER - 1, 2),
        new ByteRange(5000, 10_000),
        new ByteRange(0, 20_001),
        new ByteRange(19_990, 100),
        new ByteRange(1, Long.MAX_VALUE - 1));
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void readsTheRangeCutAtTheEndOfTheObject(ByteRange range) {
    byte[] content = bytes(20_000);
    put("a", content);
    int to = (int) Math.min(content.length, range.offset() + Math.min(range.length(), 20_000));

    List<Object> read =
        store.read(key("a"), range, (info, body) -> List.of(info.size(), body.readAllBytes()));

    assertEquals(reportedSize(20_000), read.get(0));
    assertArrayEquals(Arrays.copyOfRange(content, (int) range.offset(), to), (byte[]) read.get(1));
  }

  @Test
  void rangeThatStartsBehindTheEndIsInvalid() {
    put("a", bytes(100));
    put("empty", bytes(0));

    assertEquals(FailureKind.INVALID, rangeFailure("a", new ByteRange(100, 1)));
    assertEquals(FailureKind.INVALID, rangeFailure("a", new ByteRange(5000, 10)));
    assertEquals(FailureKind.INVALID, rangeFailure("empty", new ByteRange(0, 16)));
  }

  @Test
  void rangeOfAnObjectThatIsNotThereIsNotFound() {
    assertEquals(FailureKind.NOT_FOUND, rangeFailure("not-there", new ByteRange(0, 16)));
  }

  // ---- puts that must not store anything

  static List<Integer> failurePoints() {
    return List.of(0, 1, BUFFER, 199_999, 200_000);
  }

  @ParameterizedTest
  @MethodSource("failurePoints")
  void contentsIoExceptionComesOutUncheckedAndNothingIsStored(int failAfter) {
    IOException trouble = new IOException("content's own");
    Content broken = reopenable(200_001, () -> failing(bytes(200_001), failAfter, trouble));

    UncheckedIOException e =
        assertThrows(UncheckedIOException.class, () -> store.put(PutRequest.of(key("a"), broken)));

    assertSame(trouble, e.getCause());
    assertEquals(Optional.empty(), store.stat(key("a")));
  }

  @Test
  void contentThatCannotBeOpenedComesOutUncheckedAndNothingIsStored() {
    IOException trouble = new IOException("cannot open");
    Content broken =
        reopenable(
            10,
            () -> {
              throw trouble;
            });

    UncheckedIOException e =
        assertThrows(UncheckedIOException.class, () -> store.put(PutRequest.of(key("a"), broken)));

    assertSame(trouble, e.getCause());
    assertEquals(Optional.empty(), store.stat(key("a")));
  }

  @Test
  void contentsPermanentStoreFailureComesOutAsItIsAndNothingIsStored() {
    PermanentStoreException trouble = foreignFailure();
    Content broken =
        reopenable(
            100,
            () ->
                new InputStream() {
                  @Override
                  public int read() {
                    throw trouble;
                  }

                  @Override
                  public int read(byte[] buffer, int offset, int length) {
                    throw trouble;
                  }
                });

    PermanentStoreException e =
        assertThrows(
            PermanentStoreException.class, () -> store.put(PutRequest.of(key("a"), broken)));

    assertEquals(trouble.detail(), e.detail());
    assertEquals(Optional.empty(), store.stat(key("a")));
  }

  @Test
  void contentThatFailsLeavesTheOldObjectAsItWas() {
    put("a", bytes(300));
    Content broken =
        reopenable(200_001, () -> failing(bytes(200_001), 150_000, new IOException("gone")));

    assertThrows(UncheckedIOException.class, () -> store.put(PutRequest.of(key("a"), broken)));

    assertArrayEquals(bytes(300), readAll("a"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, BUFFER, 99_999, 100_001, 200_000})
  void contentOfAnotherLengthThanPromisedIsCorruptAndNothingIsStored(int actual) {
    Content wrong = reopenable(100_000, () -> new ByteArrayInputStream(bytes(actual)));

    PermanentStoreException e =
        assertThrows(
            PermanentStoreException.class, () -> store.put(PutRequest.of(key("a"), wrong)));

    assertEquals(FailureKind.CORRUPT, e.kind());
    assertEquals(Optional.empty(), store.stat(key("a")));
  }

  @Test
  void bytesBehindAnEmptyContentAreCorruptAndNothingIsStored() {
    Content wrong = reopenable(0, () -> new ByteArrayInputStream(bytes(1)));

    PermanentStoreException e =
        assertThrows(
            PermanentStoreException.class, () -> store.put(PutRequest.of(key("a"), wrong)));

    assertEquals(FailureKind.CORRUPT, e.kind());
    assertEquals(Optional.empty(), store.stat(key("a")));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, LARGE})
  void contentWithAnotherChecksumThanPromisedIsCorruptAndNothingIsStored(int size) {
    BlobHash other = hash(bytes(77));

    PermanentStoreException e =
        assertThrows(
            PermanentStoreException.class,
            () -> store.put(PutRequest.of(other, Content.of(bytes(size)))));

    assertEquals(FailureKind.CORRUPT, e.kind());
    assertEquals(Optional.empty(), store.stat(other.key()));
  }

  // ---- conditions

  @Test
  void putIfAbsentStoresOnceAndThenRefuses() {
    PutRequest first = PutRequest.of(key("a"), Content.of(bytes(10)));
    PutRequest second = PutRequest.of(key("a"), Content.of(bytes(20)));

    store.put(first.withCondition(new PutCondition.IfAbsent()));

    assertEquals(
        FailureKind.PRECONDITION_FAILED,
        putFailure(second.withCondition(new PutCondition.IfAbsent())));
    assertArrayEquals(bytes(10), readAll("a"));
  }

  @Test
  void putIfVersionReplacesThatVersionOnly() {
    put("a", bytes(10));
    String version = store.stat(key("a")).orElseThrow().version().orElseThrow();
    PutRequest change =
        PutRequest.of(key("a"), Content.of(bytes(20)))
            .withCondition(new PutCondition.IfVersion(version));

    store.put(change);

    assertArrayEquals(bytes(20), readAll("a"));
    assertEquals(FailureKind.PRECONDITION_FAILED, putFailure(change));
    assertArrayEquals(bytes(20), readAll("a"));
  }

  @Test
  void putIfVersionOfAnObjectThatIsNotThereIsRefused() {
    put("a", bytes(10));
    String version = store.stat(key("a")).orElseThrow().version().orElseThrow();
    store.delete(key("a"));

    FailureKind kind =
        putFailure(
            PutRequest.of(key("a"), Content.of(bytes(20)))
                .withCondition(new PutCondition.IfVersion(version)));

    assertTrue(
        kind == FailureKind.PRECONDITION_FAILED || kind == FailureKind.NOT_FOUND, kind::name);
    assertEquals(Optional.empty(), store.stat(key("a")));
  }

  // ---- delete

  @Test
  void deleteRemovesTheObjectAndNoOther() {
    put("a", bytes(1));
    put("ab", bytes(2));

    store.delete(key("a"));

    assertEquals(Optional.empty(), store.stat(key("a")));
    assertArrayEquals(bytes(2), readAll("ab"));
  }

  @Test
  void deletingWhatIsNotThereIsNoFailure() {
    put("a", bytes(1));

    store.delete(key("a"));
    store.delete(key("a"));
    store.delete(key("never/there"));

    assertEquals(Optional.empty(), store.stat(key("a")));
  }

  // ---- list

  @Test
  void listOfAnEmptyStoreIsEmpty() {
    assertEquals(List.of(), listAll("", null, 10));
    assertEquals(Optional.empty(), store.list("", null, 1).next());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void listsInByteOrderOfKeysWhateverTheSizeOfAPage(int limit) {
    List<String> sorted =
        List.of("A", "a", "d-x", "d.x", "d/1", "d/2", "d/e/f", "d/e0", "d0", "dd/2", "e", "z/1");
    List<String> shuffled = new ArrayList<>(sorted);
    Collections.shuffle(shuffled, new Random(1));
    shuffled.forEach(key -> put(key, bytes(key.length())));

    assertEquals(sorted, listAll("", null, limit));
  }

  @Test
  void listsNoMd5OrThatOfTheBytes() throws Exception {
    put("a", bytes(5000));
    byte[] md5 = MessageDigest.getInstance("MD5").digest(bytes(5000));

    Optional<String> listed = entries("", null, 9).get(0).md5();

    assertTrue(listed.isEmpty() || listed.get().equals(HexFormat.of().formatHex(md5)));
  }

  @Test
  void listsBlobsInOrderOfTheirHashesWithTheirSizes() {
    Map<ObjectKey, Long> expected = new TreeMap<>();
    for (int size = 0; size < 40; size++) {
      BlobHash hash = hash(bytes(size));
      store.put(PutRequest.of(hash, Content.of(bytes(size))));
      expected.put(hash.key(), reportedSize(size));
    }

    Map<ObjectKey, Long> listed = new LinkedHashMap<>();
    for (ListPage.Entry entry : entries("", null, 9)) {
      listed.put(entry.key(), entry.size());
    }

    assertEquals(new ArrayList<>(expected.entrySet()), new ArrayList<>(listed.entrySet()));
  }

  @Test
  void listStartsBehindTheKeyGivenWhetherItIsThereOrNot() {
    List.of("a", "b", "c", "d/1", "d/2").forEach(key -> put(key, bytes(1)));

    assertEquals(List.of("c", "d/1", "d/2"), listAll("", key("b"), 10));
    assertEquals(List.of("c", "d/1", "d/2"), listAll("", key("bb"), 2));
    assertEquals(List.of("d/2"), listAll("", key("d/1"), 10));
    assertEquals(List.of(), listAll("", key("d/2"), 10));
    assertEquals(List.of("a", "b", "c", "d/1", "d/2"), listAll("", key("A"), 10));
  }

  @Test
  void listKeepsToThePrefix() {
    List.of("a", "d-x", "d/1", "d/12", "d/2", "d0", "e").forEach(key -> put(key, bytes(1)));

    assertEquals(List.of("d/1", "d/12", "d/2"), listAll("d/", null, 2));
    assertEquals(List.of("d/1", "d/12"), listAll("d/1", null, 10));
    assertEquals(List.of("d-x", "d/1", "d/12", "d/2", "d0"), listAll("d", null, 3));
    assertEquals(List.of(), listAll("x/", null, 10));
    assertEquals(List.of("d/2"), listAll("d/", key("d/12"), 10));
    assertEquals(List.of("d/1", "d/12", "d/2"), listAll("d/", key("a"), 10));
    assertEquals(List.of(), listAll("d/", key("e"), 10));
  }

  @Test
  void listDoesNotShowWhatWasDeleted() {
    List.of("a", "b", "c").forEach(key -> put(key, bytes(1)));

    store.delete(key("b"));

    assertEquals(List.of("a", "c"), listAll("", null, 10));
  }

  // ---- keys

  static List<String> oddKeys() {
    return List.of(
        "a b",
        " a ",
        "a+b",
        "100%",
        "a%2Fb",
        "x#y?z",
        "a:b*",
        "a&b=c;d",
        "a\"b'c<d>|e",
        "caf\u00e9",
        "cafe\u0301",
        "\uff5e",
        "\ud83d\ude00.txt",
        "a\u0001b",
        "a\rb\nc",
        "a\u007fb",
        "/a",
        "a//b",
        "t/",
        "dir/file.",
        "dir/.",
        "dir/..",
        "a/./b",
        "../../etc/x",
        "a\\b",
        ".gitignore",
        "Readme",
        "README",
        "~",
        "n".repeat(300),
        "l/".repeat(511) + "xy");
  }

  @Test
  void keepsAKeyAsItIsOrRefusesIt() {
    List<String> names = new ArrayList<>(oddKeys());
    names.removeAll(keysMangledByServer());
    for (String name : names) {
      if (putUnlessRefused(name, bytes(100))) {
        assertArrayEquals(bytes(100), readAll(name), name);
        assertEquals(key(name), store.stat(key(name)).orElseThrow().key());
        assertEquals(List.of(name), listAll("", null, 10));
        store.delete(key(name));
        assertEquals(Optional.empty(), store.stat(key(name)), name);
      } else {
        assertEquals(List.of(), listAll("", null, 10), name);
      }
    }
  }

  @Test
  void keysThatLookAlikeStayDifferentObjects() {
    List<String> kept = new ArrayList<>();
    List<String> all = new ArrayList<>(oddKeys());
    all.addAll(List.of("a/b", "b", "etc/x", "100%25", "a%20b"));
    all.removeAll(keysMangledByServer());
    for (String name : all) {
      if (putUnlessRefused(name, name.getBytes(UTF_8))) {
        kept.add(name);
      }
    }

    for (String name : kept) {
      assertArrayEquals(name.getBytes(UTF_8), readAll(name), name);
    }
    List<String> sorted = kept.stream().map(ObjectKey::new).sorted().map(ObjectKey::value).toList();
    assertEquals(sorted, listAll("", null, 4));
  }

  private boolean putUnlessRefused(String name, byte[] content) {
    try {
      put(name, content);
      return true;
    } catch (PermanentStoreException e) {
      assertTrue(
          Set.of(FailureKind.INVALID, FailureKind.UNSUPPORTED).contains(e.kind()),
          () -> "refused with " + e.detail());
      return false;
    }
  }

  // ---- threads

  @Test
  void concurrentPutsOfOneKeyLeaveOneWholeObject() throws Exception {
    Set<BlobHash> written = new TreeSet<>();
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      byte[] content = bytes(60_000 + i);
      written.add(hash(content));
      tasks.add(() -> store.put(PutRequest.of(key("a"), Content.of(content))) != null);
    }

    together(tasks);

    assertTrue(written.contains(hash(readAll("a"))));
  }

  @Test
  void readersSeeWholeObjectsWhileTheyAreOverwritten() throws Exception {
    put("a", bytes(60_000));
    Set<BlobHash> whole = Set.of(hash(bytes(60_000)), hash(bytes(70_000)));
    List<Callable<Boolean>> tasks = new ArrayList<>();
    tasks.add(
        () -> {
          for (int i = 0; i < 20; i++) {
            put("a", bytes(i % 2 == 0 ? 70_000 : 60_000));
          }
          return true;
        });
    for (int reader = 0; reader < 3; reader++) {
      tasks.add(
          () -> {
            boolean good = true;
            for (int i = 0; i < 20; i++) {
              good &= whole.contains(hash(readAll("a")));
            }
            return good;
          });
    }

    assertEquals(Set.of(true), Set.copyOf(together(tasks)));
  }

  @Test
  void ofManyPutsIfAbsentExactlyOneIsTaken() throws Exception {
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      PutRequest request =
          PutRequest.of(key("a"), Content.of(bytes(1000 + i)))
              .withCondition(new PutCondition.IfAbsent());
      tasks.add(() -> taken(request));
    }

    List<Boolean> taken = together(tasks);

    int winner = taken.indexOf(true);
    assertEquals(1, Collections.frequency(taken, true), taken::toString);
    assertArrayEquals(bytes(1000 + winner), readAll("a"));
  }

  private boolean taken(PutRequest request) {
    try {
      store.put(request);
      return true;
    } catch (PermanentStoreException e) {
      assertEquals(FailureKind.PRECONDITION_FAILED, e.kind());
      return false;
    }
  }

  private <T> List<T> together(List<Callable<T>> tasks) throws Exception {
    CyclicBarrier start = new CyclicBarrier(tasks.size());
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      List<Future<T>> running = new ArrayList<>();
      for (Callable<T> task : tasks) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return task.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> each : running) {
        results.add(each.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anInterruptedThreadGetsItsResultOrARetryableFailureAndKeepsItsFlag() {
    put("a", bytes(LARGE));

    assertInterruptIsKept(() -> store.stat(key("a")));
    assertInterruptIsKept(() -> readAll("a"));
    assertInterruptIsKept(() -> put("b", bytes(LARGE)));
    assertInterruptIsKept(() -> store.list("", null, 10));

    assertArrayEquals(bytes(LARGE), readAll("a"));
  }

  @Test
  void anInterruptInTheMiddleOfABodyEndsInAWholeResultOrARetryableFailure() {
    put("a", bytes(LARGE));

    try {
      byte[] whole =
          store.read(
              key("a"),
              null,
              (info, body) -> {
                byte[] start = body.readNBytes(1000);
                Thread.currentThread().interrupt();
                byte[] rest = body.readAllBytes();
                byte[] all = Arrays.copyOf(start, start.length + rest.length);
                System.arraycopy(rest, 0, all, start.length, rest.length);
                return all;
              });
      assertArrayEquals(bytes(LARGE), whole);
    } catch (RetryableStoreException e) {
      assertEquals(FailureKind.CONNECTION, e.kind());
    } finally {
      assertTrue(Thread.interrupted(), "the interrupt flag must be kept");
    }
  }

  private static void assertInterruptIsKept(Runnable operation) {
    Thread.currentThread().interrupt();
    try {
      operation.run();
    } catch (RetryableStoreException e) {
      assertEquals(FailureKind.CONNECTION, e.kind());
    } finally {
      assertTrue(Thread.interrupted(), "the interrupt flag must be kept");
    }
  }

  // ---- what the tests are written with

  /** A key. */
  protected static ObjectKey key(String value) {
    return new ObjectKey(value);
  }

  /** So many bytes, the same for the same number, different from those for every other. */
  protected static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  /** The hash of bytes. */
  protected static BlobHash hash(byte[] content) {
    return BlobHash.of(BlobHash.newDigest().digest(content));
  }

  /** Puts bytes under a key, unconditionally. */
  protected Optional<String> put(String key, byte[] content) {
    return store.put(PutRequest.of(key(key), Content.of(content))).version();
  }

  /** All bytes of an object. */
  protected byte[] readAll(String key) {
    return readAll(key(key));
  }

  /** All bytes of an object. */
  protected byte[] readAll(ObjectKey key) {
    return store.read(key, null, (info, body) -> body.readAllBytes());
  }

  /** Keys of all pages, in the order in which they came. */
  protected List<String> listAll(String prefix, @Nullable ObjectKey after, int limit) {
    return entries(prefix, after, limit).stream()
        .map(entry -> entry.key().value())
        .collect(Collectors.toList());
  }

  private List<ListPage.Entry> entries(String prefix, @Nullable ObjectKey after, int limit) {
    List<ListPage.Entry> all = new ArrayList<>();
    Optional<ObjectKey> next = Optional.ofNullable(after);
    for (int pages = 0; pages < 200; pages++) {
      ListPage page = store.list(prefix, next.orElse(null), limit);
      assertTrue(page.entries().size() <= limit, "a page is at most as long as asked for");
      all.addAll(page.entries());
      if (page.next().isEmpty()) {
        return all;
      }
      if (next.isPresent()) {
        assertTrue(page.next().get().compareTo(next.get()) > 0, "a listing moves forward");
      }
      next = page.next();
    }
    throw new AssertionError("a listing of few keys has no end");
  }

  private FailureKind rangeFailure(String key, ByteRange range) {
    return assertThrows(
            PermanentStoreException.class,
            () -> store.read(key(key), range, (info, body) -> body.readAllBytes()))
        .kind();
  }

  private FailureKind putFailure(PutRequest request) {
    return assertThrows(PermanentStoreException.class, () -> store.put(request)).kind();
  }

  /** The store to which content that can be opened only once may be put. */
  private BlobStore singleAttempt() {
    return store instanceof ChainedStore chained ? chained.singleAttempt() : store;
  }

  private static PermanentStoreException foreignFailure() {
    return new PermanentStoreException(
        FailureDetail.of(
            FailureKind.ACCESS_DENIED, StoreOperation.READ, "another store", null, "not yours"),
        null);
  }

  @FunctionalInterface
  private interface Opening {
    InputStream open() throws IOException;
  }

  private static Content.Reopenable reopenable(long size, Opening opening) {
    return new Content.Reopenable() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public InputStream open() throws IOException {
        return opening.open();
      }
    };
  }

  private static InputStream dripping(byte[] content) {
    return new FilterInputStream(new ByteArrayInputStream(content)) {
      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        return super.read(buffer, offset, Math.min(length, 7));
      }
    };
  }

  private static InputStream failing(byte[] content, int failAfter, IOException trouble) {
    return new InputStream() {
      private int at;

      @Override
      public int read() throws IOException {
        if (at >= failAfter) {
          throw trouble;
        }
        return content[at++] & 0xff;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        if (at >= failAfter) {
          throw trouble;
        }
        int count = Math.min(length, failAfter - at);
        System.arraycopy(content, at, buffer, offset, count);
        at += count;
        return count;
      }
    };
  }

  private static final class ClosableStream extends ByteArrayInputStream {
    private volatile boolean closed;

    ClosableStream(byte[] content) {
      super(content);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
