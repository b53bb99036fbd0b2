package dev.cairn.store.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.BlobHash;
import dev.cairn.store.Content;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class LocalBlobStoreTest {

  private static final byte[] CONTENT = {1, 2, 3};
  private static final int USERS = 4;
  private static final int ROUNDS = 100;

  @TempDir Path directory;
  private Path root;

  @BeforeEach
  void nameRoot() {
    root = directory.resolve("root");
  }

  private LocalBlobStore store(boolean mayCreate) {
    return new LocalBlobStore(new LocalSettings("main", root, mayCreate));
  }

  private LocalBlobStore initialized() {
    LocalBlobStore store = store(true);
    store.initialize();
    return store;
  }

  // ---- the root

  @Test
  void aRootThatMayNotBeCreatedMustBeThere() {
    assertPermanent(FailureKind.INVALID, store(false)::initialize);
    assertFalse(Files.exists(root));
  }

  @Test
  void anEmptyRootThatIsInUseCountsAsNotMounted() throws Exception {
    Files.createDirectory(root);

    assertRetryable(FailureKind.UNAVAILABLE, store(false)::initialize);

    assertEquals(List.of(), children(root));
  }

  @Test
  void aRootWithStrangeFilesIsNotTakenIntoUse() throws Exception {
    Files.createDirectory(root);
    Files.writeString(root.resolve("strange"), "x");

    assertPermanent(FailureKind.INVALID, store(true)::initialize);

    assertEquals(List.of("strange"), children(root));
  }

  @Test
  void aRootThatIsAFileIsInvalid() throws Exception {
    Files.writeString(root, "x");

    assertPermanent(FailureKind.INVALID, store(true)::initialize);
  }

  @Test
  void aFreshFileSystemMayBeTakenIntoUse() throws Exception {
    Files.createDirectories(root.resolve("lost+found"));

    initialized().put(put("a"));

    assertArrayEquals(CONTENT, Files.readAllBytes(root.resolve("a")));
  }

  @Test
  void theMarkerIsWrittenOnceAndKept() throws Exception {
    initialized();
    byte[] marker = Files.readAllBytes(root.resolve(".cairn-root"));

    initialized();
    store(false).initialize();

    assertArrayEquals(marker, Files.readAllBytes(root.resolve(".cairn-root")));
  }

  @Test
  void severalMayTakeANewRootIntoUseAtTheSameMoment() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(USERS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        root = directory.resolve("root" + round);
        CyclicBarrier together = new CyclicBarrier(USERS);
        List<Future<?>> users = new ArrayList<>();
        for (int user = 0; user < USERS; user++) {
          String key = "key" + user;
          users.add(threads.submit(() -> useAt(together, key)));
        }
        for (Future<?> user : users) {
          user.get();
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Void useAt(CyclicBarrier together, String key) throws Exception {
    LocalBlobStore store = store(true);
    together.await();
    store.initialize();
    store.put(put(key));
    return null;
  }

  @Test
  void nothingIsAbsentOnceTheMarkerIsGone() throws Exception {
    LocalBlobStore store = initialized();
    store.put(put("a"));
    Files.move(root, directory.resolve("elsewhere"));
    assertNothingIsSaid(store);

    Files.createDirectory(root);
    assertNothingIsSaid(store);
    assertEquals(List.of(), children(root));

    Files.delete(root);
    Files.move(directory.resolve("elsewhere"), root);
    assertTrue(store.stat(key("a")).isPresent());
    assertEquals(Optional.empty(), store.stat(key("b")));
  }

  @Test
  void nothingIsAbsentUnderAnotherMarker() throws Exception {
    LocalBlobStore store = initialized();
    Files.writeString(root.resolve(".cairn-root"), "another");

    assertNothingIsSaid(store);
  }

  private static void assertNothingIsSaid(LocalBlobStore store) {
    assertRetryable(FailureKind.UNAVAILABLE, () -> store.stat(key("b")));
    assertRetryable(FailureKind.UNAVAILABLE, () -> read(store, "b"));
    assertRetryable(FailureKind.UNAVAILABLE, () -> store.delete(key("b")));
    assertRetryable(FailureKind.UNAVAILABLE, () -> store.list("", null, 10));
    assertRetryable(FailureKind.UNAVAILABLE, store::sync);
  }

  @Test
  void aRootThatIsNotMountedIsNotWrittenTo() throws Exception {
    LocalBlobStore store = initialized();
    Files.move(root, directory.resolve("elsewhere"));
    Files.createDirectory(root);

    assertRetryable(FailureKind.UNAVAILABLE, () -> store.put(put("a")));

    assertEquals(List.of(), children(root));
  }

  // ---- temporary files

  @Test
  void leftoversAreRemovedOnceTheyAreOld() throws Exception {
    initialized();
    Path old = Files.writeString(root.resolve(".cairn-tmp/old"), "x");
    Path young = Files.writeString(root.resolve(".cairn-tmp/young"), "x");
    Instant now = Instant.now();
    Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofHours(25))));
    Files.setLastModifiedTime(young, FileTime.from(now.minus(Duration.ofHours(23))));

    initialized();

    assertFalse(Files.exists(old));
    assertTrue(Files.exists(young));
  }

  @Test
  void aPutLeavesNoTemporaryFileWhetherItSucceedsOrNot() throws Exception {
    LocalBlobStore store = initialized();
    PutRequest ifAbsent = put("a").withCondition(new PutCondition.IfAbsent());
    store.put(ifAbsent);
    assertPermanent(FailureKind.PRECONDITION_FAILED, () -> store.put(ifAbsent));
    assertPermanent(FailureKind.UNSUPPORTED, () -> store.put(put("a/b")));
    store.put(put("c"));

    assertEquals(List.of(), children(root.resolve(".cairn-tmp")));
  }

  @Test
  void aLostTemporaryDirectoryIsMadeAgain() throws Exception {
    LocalBlobStore store = initialized();
    Files.delete(root.resolve(".cairn-tmp"));

    store.put(put("a"));

    assertArrayEquals(CONTENT, read(store, "a"));
  }

  // ---- puts

  @Test
  void contentWithAnotherHashIsNotStored() throws Exception {
    LocalBlobStore store = initialized();
    BlobHash other = BlobHash.of(new byte[32]);

    assertPermanent(
        FailureKind.CORRUPT, () -> store.put(PutRequest.of(other, Content.of(CONTENT))));
    assertPermanent(
        FailureKind.CORRUPT,
        () ->
            store.put(
                PutRequest.of(other, new Content.OneShot(3, new ByteArrayInputStream(CONTENT)))));

    assertEquals(List.of(".cairn-root", ".cairn-tmp"), children(root));
    assertEquals(List.of(), children(root.resolve(".cairn-tmp")));
  }

  @Test
  void aPutWhoseThreadWasInterruptedDoesNotTakeEffect() {
    LocalBlobStore store = initialized();
    Content content =
        new Content.Reopenable() {
          @Override
          public long size() {
            return CONTENT.length;
          }

          @Override
          public ByteArrayInputStream open() {
            Thread.currentThread().interrupt();
            return new ByteArrayInputStream(CONTENT);
          }
        };

    assertRetryable(FailureKind.CONNECTION, () -> store.put(PutRequest.of(key("a"), content)));

    assertTrue(Thread.interrupted());
    assertEquals(Optional.empty(), store.stat(key("a")));
  }

  @Test
  void aKeyThatContinuesAnotherIsRefusedAndNothingIsLost() {
    LocalBlobStore store = initialized();
    store.put(put("a"));
    store.put(put("d/e"));

    assertPermanent(FailureKind.UNSUPPORTED, () -> store.put(put("a/b")));
    assertPermanent(FailureKind.UNSUPPORTED, () -> store.put(put("d")));
    assertPermanent(
        FailureKind.UNSUPPORTED,
        () -> store.put(put("d").withCondition(new PutCondition.IfAbsent())));
    assertEquals(Optional.empty(), store.stat(key("a/b")));
    assertEquals(Optional.empty(), store.stat(key("d")));
    assertPermanent(FailureKind.NOT_FOUND, () -> read(store, "a/b"));
    store.delete(key("a/b"));

    assertArrayEquals(CONTENT, read(store, "a"));
    assertArrayEquals(CONTENT, read(store, "d/e"));
  }

  @Test
  void aKeyMayBeUsedOnceTheKeysThatContinuedItAreDeleted() {
    LocalBlobStore store = initialized();
    store.put(put("d/e/f"));
    store.delete(key("d/e/f"));

    store.put(put("d"));

    assertArrayEquals(CONTENT, read(store, "d"));
  }

  @Test
  void anEmptyDirectoryIsInNobodysWay() throws Exception {
    LocalBlobStore store = initialized();
    Files.createDirectory(root.resolve("d"));
    Files.createDirectory(root.resolve("e"));

    store.put(put("d"));
    store.put(put("e").withCondition(new PutCondition.IfAbsent()));

    assertArrayEquals(CONTENT, read(store, "d"));
    assertArrayEquals(CONTENT, read(store, "e"));
  }

  // ---- links

  @Test
  void noLinkIsFollowed() throws Exception {
    LocalBlobStore store = initialized();
    Path outside = Files.createDirectory(directory.resolve("outside"));
    Files.write(outside.resolve("secret"), CONTENT);
    Files.createSymbolicLink(root.resolve("dir"), outside);
    Files.createSymbolicLink(root.resolve("file"), outside.resolve("secret"));

    assertEquals(Optional.empty(), store.stat(key("dir/secret")));
    assertEquals(Optional.empty(), store.stat(key("file")));
    assertPermanent(FailureKind.NOT_FOUND, () -> read(store, "dir/secret"));
    assertPermanent(FailureKind.NOT_FOUND, () -> read(store, "file"));
    assertPermanent(FailureKind.UNSUPPORTED, () -> store.put(put("dir/new")));
    store.delete(key("dir/secret"));
    store.put(PutRequest.of(key("file"), Content.of(new byte[9])));

    assertEquals(List.of("secret"), children(outside));
    assertArrayEquals(CONTENT, Files.readAllBytes(outside.resolve("secret")));
    assertEquals(9, store.stat(key("file")).orElseThrow().size());
  }

  // ---- reads

  @Test
  void aFileThatBecomesShorterWhileItIsReadIsAFailure() throws Exception {
    LocalBlobStore store = initialized();
    store.put(PutRequest.of(key("a"), Content.of(new byte[200_000])));

    for (boolean readAll : new boolean[] {true, false}) {
      Files.write(root.resolve("a"), new byte[200_000]);
      assertRetryable(
          FailureKind.CONNECTION,
          () ->
              store.read(
                  key("a"),
                  null,
                  (info, body) -> {
                    Files.write(root.resolve("a"), new byte[100_000]);
                    return readAll ? body.readAllBytes() : body.readNBytes(10);
                  }));
    }
  }

  @Test
  void syncForcesWhatWasPutAndForgetsDirectoriesThatWereDeleted() {
    LocalBlobStore store = initialized();
    store.put(put("a/b"));
    store.put(put("c/d"));
    store.delete(key("a/b"));

    store.sync();
    store.sync();

    assertArrayEquals(CONTENT, read(store, "c/d"));
  }

  // ---- what the tests are written with

  private static ObjectKey key(String value) {
    return new ObjectKey(value);
  }

  private static PutRequest put(String key) {
    return PutRequest.of(key(key), Content.of(CONTENT));
  }

  private static byte[] read(LocalBlobStore store, String key) {
    return store.read(key(key), null, (info, body) -> body.readAllBytes());
  }

  private static List<String> children(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void assertPermanent(FailureKind kind, Executable operation) {
    assertEquals(kind, assertThrows(PermanentStoreException.class, operation).kind());
  }

  private static void assertRetryable(FailureKind kind, Executable operation) {
    assertEquals(kind, assertThrows(RetryableStoreException.class, operation).kind());
  }
}
