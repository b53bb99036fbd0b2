package dev.cairn.store.layer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.BlobHash;
import dev.cairn.store.ByteRange;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.Content;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.HeadCheck;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreDescription.Capability;
import dev.cairn.store.StoreOperation;
import dev.cairn.testkit.FaultyBlobStore;
import dev.cairn.testkit.Layers;
import dev.cairn.testkit.MemoryBlobStore;
import dev.cairn.testkit.SampleKeys;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptingBlobStoreTest {

  private static final int SIZE = 300_000; // five segments
  private static final int MEGABYTE = 1024 * 1024;
  private static final ObjectKey KEY = new ObjectKey("a");

  private final MemoryBlobStore memory = new MemoryBlobStore("memory");
  private final FaultyBlobStore backend = new FaultyBlobStore(memory);
  private final ChainedStore store = store(1, 2);

  private ChainedStore store(int... keys) {
    return Layers.atOnce("main", backend, SampleKeys.of(keys));
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static BlobHash hash(byte[] content) {
    return BlobHash.of(BlobHash.newDigest().digest(content));
  }

  private byte[] read(ObjectKey key, int from, int length) {
    return store.read(
        key, new ByteRange(from, length), (info, body) -> body.readNBytes(length + 1));
  }

  private byte[] readAll(ObjectKey key) {
    return store.read(key, null, (info, body) -> body.readAllBytes());
  }

  private static FailureKind kindOf(Runnable operation) {
    return assertThrows(PermanentStoreException.class, operation::run).kind();
  }

  // ---- what is stored

  @Test
  void nothingOfThePlaintextIsStored() {
    byte[] content = new byte[1000];
    Arrays.fill(content, (byte) 'x');
    store.put(PutRequest.of(KEY, Content.of(content)));

    byte[] stored = memory.read(KEY, null, (info, body) -> body.readAllBytes());

    assertFalse(new String(stored, ISO_8859_1).contains("xxx"));
  }

  @Test
  void saysThatItEncryptsAndThatItKnowsNoChecksum() {
    assertTrue(store.describe().capabilities().contains(Capability.ENCRYPTION));
    assertFalse(store.describe().capabilities().contains(Capability.NATIVE_CHECKSUM));
    assertEquals(
        memory.describe().physicalIdentity(), store.describe().physicalIdentity(), "keys are not");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1000, MEGABYTE})
  void anAnswerThatProvesTheCiphertextProvesThePlaintext(int size) {
    BlobHash hash = hash(bytes(size));

    assertEquals(
        Optional.of(hash), store.put(PutRequest.of(hash, Content.of(bytes(size)))).sha256());
  }

  @Test
  void listsPlainSizesAndNoMd5() {
    store.put(PutRequest.of(KEY, Content.of(bytes(SIZE))));

    assertEquals(List.of(new ListPage.Entry(KEY, SIZE)), store.list("", null, 10).entries());
  }

  // ---- keys

  @Test
  void everyKeyOfTheEntryReadsAndTheFirstWrites() {
    store(2).put(PutRequest.of(KEY, Content.of(bytes(100))));

    assertArrayEquals(bytes(100), readAll(KEY));
    assertEquals(HeadCheck.MISMATCH, store.headCheck(KEY));

    store.put(PutRequest.of(KEY, Content.of(bytes(100))));

    assertEquals(HeadCheck.MATCH, store.headCheck(KEY));
    assertEquals(HeadCheck.ABSENT, store.headCheck(new ObjectKey("b")));
  }

  @Test
  void anObjectOfAnotherKeyIsNeverServedAndTheRefusalNamesTheFingerprint() {
    store(3).put(PutRequest.of(KEY, Content.of(bytes(SIZE))));

    assertEquals(FailureKind.INVALID, kindOf(() -> readAll(KEY)));
    assertEquals(FailureKind.INVALID, kindOf(() -> read(KEY, 0, 10)));
    assertEquals(FailureKind.INVALID, kindOf(() -> read(KEY, SIZE - 10, 10)));
    assertEquals(FailureKind.INVALID, kindOf(() -> store.stat(KEY)));
    PermanentStoreException e =
        assertThrows(PermanentStoreException.class, () -> store.headCheck(KEY));
    assertTrue(e.detail().summary().contains(SampleKeys.key(3).fingerprint()));
    assertTrue(e.detail().summary().contains("cairn.storage.main.encryption-keys"));
  }

  @ParameterizedTest
  @CsvSource({"5, 1", "6, 1", "7, 2"})
  void anObjectOfAnotherVersionIsNeverServed(int place, byte value) {
    store.put(PutRequest.of(KEY, Content.of(bytes(100))));
    memory.tamper(KEY, with(place, value));

    assertEquals(FailureKind.INVALID, kindOf(() -> readAll(KEY)));
    assertEquals(FailureKind.INVALID, kindOf(() -> read(KEY, 0, 10)));
    assertEquals(FailureKind.INVALID, kindOf(() -> store.stat(KEY)));
  }

  private static UnaryOperator<byte[]> with(int place, byte value) {
    return bytes -> {
      bytes[place] = value;
      return bytes;
    };
  }

  // ---- damage

  @ParameterizedTest
  @ValueSource(ints = {17, 50, 60, 70_000, 140_000, 300_000})
  void aDamagedObjectIsCorrupt(int place) {
    BlobHash hash = hash(bytes(SIZE));
    store.put(PutRequest.of(hash, Content.of(bytes(SIZE))));
    memory.tamper(hash.key(), bytes -> with(place, (byte) (bytes[place] + 1)).apply(bytes));

    assertEquals(FailureKind.CORRUPT, kindOf(() -> readAll(hash.key())));
    assertEquals(
        FailureKind.CORRUPT, kindOf(() -> read(hash.key(), Math.max(0, place - 200), 100)));
  }

  @Test
  void damageBehindWhatTheHandlerReadIsNoticed() {
    store.put(PutRequest.of(KEY, Content.of(bytes(SIZE))));
    memory.tamper(KEY, bytes -> with(SIZE, (byte) (bytes[SIZE] + 1)).apply(bytes));

    assertEquals(
        FailureKind.CORRUPT, kindOf(() -> store.read(KEY, null, (info, body) -> body.read())));
  }

  /** Cut at the end of a segment and elsewhere; the provider tells the new length. */
  @ParameterizedTest
  @ValueSource(ints = {56, 72, 65_536, 131_072, 200_000, 300_100})
  void aCutObjectIsCorrupt(int length) {
    store.put(PutRequest.of(KEY, Content.of(bytes(SIZE))));
    byte[] stored = memory.read(KEY, null, (info, body) -> body.readAllBytes());
    memory.put(PutRequest.of(KEY, Content.of(Arrays.copyOf(stored, length))));

    assertEquals(FailureKind.CORRUPT, kindOf(() -> readAll(KEY)));
  }

  @Test
  void theEndOfACutObjectIsNoRangeOfIt() {
    store.put(PutRequest.of(KEY, Content.of(bytes(SIZE))));
    byte[] stored = memory.read(KEY, null, (info, body) -> body.readAllBytes());
    memory.put(PutRequest.of(KEY, Content.of(Arrays.copyOf(stored, 131_072))));

    assertEquals(FailureKind.CORRUPT, kindOf(() -> read(KEY, 100_000, 10)));
    assertEquals(FailureKind.INVALID, kindOf(() -> read(KEY, 200_000, 10)));
  }

  @Test
  void segmentsThatChangedPlacesAreCorrupt() {
    store.put(PutRequest.of(KEY, Content.of(bytes(SIZE))));
    memory.tamper(
        KEY,
        bytes -> {
          byte[] second = Arrays.copyOfRange(bytes, 65_536, 131_072);
          System.arraycopy(bytes, 131_072, bytes, 65_536, 65_536);
          System.arraycopy(second, 0, bytes, 131_072, 65_536);
          return bytes;
        });

    assertEquals(FailureKind.CORRUPT, kindOf(() -> readAll(KEY)));
    assertEquals(FailureKind.CORRUPT, kindOf(() -> read(KEY, 70_000, 10)));
  }

  // ---- ranges

  /** The store below counts what is taken from it. */
  private static final class CountingFault implements FaultyBlobStore.Fault {
    private final AtomicLong bytes = new AtomicLong();

    @Override
    public InputStream body(InputStream body) {
      return new FilterInputStream(body) {
        @Override
        public int read() throws IOException {
          int one = super.read();
          bytes.addAndGet(one < 0 ? 0 : 1);
          return one;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
          int count = super.read(buffer, offset, length);
          bytes.addAndGet(Math.max(0, count));
          return count;
        }
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 16, 1, 1", // the first segment brings the lead with it
    "65000, 464, 1, 1",
    "65000, 465, 1, 2",
    "5000000, 10, 2, 1",
    "5242870, 10, 2, 1",
    "5111000, 131880, 2, 3"
  })
  void aRangeTransfersOnlyTheSegmentsThatHoldIt(int from, int length, int requests, int segments) {
    byte[] content = bytes(5 * MEGABYTE);
    store.put(PutRequest.of(KEY, Content.of(content)));
    int before = backend.calls(StoreOperation.READ);
    CountingFault counting = new CountingFault();
    backend.next(requests, StoreOperation.READ, counting);

    assertArrayEquals(
        Arrays.copyOfRange(content, from, Math.min(content.length, from + length)),
        read(KEY, from, length));

    assertEquals(requests, backend.calls(StoreOperation.READ) - before);
    long most = segments * 65_536L + Segments.LEAD;
    assertTrue(counting.bytes.get() <= most, counting.bytes + " bytes");
  }

  @Test
  void aRangeAtTheEndOfAGibibyteCoversTwoSegmentsAtMost() {
    long size = 1L << 30;

    for (long length = 1; length <= 65_520; length += 65_519) {
      ByteRange covering = Segments.covering(new ByteRange(size - length, length));
      long stored = Math.min(covering.length(), Segments.storedSize(size) - covering.offset());
      assertTrue(stored <= 2 * 65_536, covering::toString);
    }
  }

  @Test
  void anObjectReplacedBetweenTheTwoRequestsIsReadAnew() {
    store.put(PutRequest.of(KEY, Content.of(bytes(SIZE))));
    byte[] other = new byte[SIZE];
    FaultyBlobStore.Fault replace =
        FaultyBlobStore.first(() -> store(1).put(PutRequest.of(KEY, Content.of(other))));
    backend.next(StoreOperation.READ, FaultyBlobStore.first(() -> {}), replace);

    assertArrayEquals(new byte[10], read(KEY, 200_000, 10));

    for (int i = 0; i < 3; i++) {
      backend.next(StoreOperation.READ, FaultyBlobStore.first(() -> {}), replace);
    }
    RetryableStoreException e =
        assertThrows(RetryableStoreException.class, () -> read(KEY, 200_000, 10));
    assertEquals(FailureKind.UNAVAILABLE, e.kind());
  }

  // ---- plaintext from before

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 100, SIZE})
  void plaintextIsServedWhenItHasTheHashOfItsName(int size) {
    byte[] content = bytes(size);
    ObjectKey key = hash(content).key();
    memory.put(PutRequest.of(key, Content.of(content)));

    assertArrayEquals(content, readAll(key));
    assertEquals(Optional.of((long) size), store.stat(key).map(ObjectInfo::size));
    assertEquals(HeadCheck.MISMATCH, store.headCheck(key));
    if (size > 0) {
      assertArrayEquals(Arrays.copyOfRange(content, size / 2, size), read(key, size / 2, size));
    }
    assertEquals(FailureKind.INVALID, kindOf(() -> read(key, size, 1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, SIZE})
  void plaintextOfAnotherHashIsCorruptWhateverPartIsRead(int size) {
    ObjectKey key = hash(bytes(77)).key();
    memory.put(PutRequest.of(key, Content.of(bytes(size))));

    assertEquals(FailureKind.CORRUPT, kindOf(() -> readAll(key)));
    assertEquals(FailureKind.CORRUPT, kindOf(() -> read(key, 0, 1)));
    assertEquals(FailureKind.CORRUPT, kindOf(() -> read(key, size - 1, 1)));
  }

  @Test
  void plaintextUnderAnyOtherNameIsCorrupt() {
    memory.put(PutRequest.of(KEY, Content.of(bytes(100))));

    assertEquals(FailureKind.CORRUPT, kindOf(() -> readAll(KEY)));
    assertEquals(FailureKind.CORRUPT, kindOf(() -> read(KEY, 0, 10)));
  }

  // ---- trouble below

  private static RetryableStoreException lost() {
    return new RetryableStoreException(
        FailureDetail.of(
            FailureKind.CONNECTION, StoreOperation.PUT, "memory", KEY, "the answer is lost"),
        null);
  }

  private static Content streamed(byte[] content) {
    return new Content.Reopenable() {
      @Override
      public long size() {
        return content.length;
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(content);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConditionalPutWhoseAnswerWasLostHasSucceeded(boolean streamed) {
    byte[] content = bytes(SIZE);
    backend.next(StoreOperation.PUT, FaultyBlobStore.losingAnswer(EncryptingBlobStoreTest::lost));

    store.put(
        PutRequest.of(KEY, streamed ? streamed(content) : Content.of(content))
            .withCondition(new PutCondition.IfAbsent()));

    assertArrayEquals(content, readAll(KEY));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConditionalPutThatLostToAnotherIsRefused(boolean answerLost) {
    store.put(PutRequest.of(KEY, Content.of(bytes(10))));
    if (answerLost) {
      backend.next(StoreOperation.PUT, FaultyBlobStore.failing(EncryptingBlobStoreTest::lost));
    }

    assertEquals(
        FailureKind.PRECONDITION_FAILED,
        kindOf(
            () ->
                store.put(
                    PutRequest.of(KEY, streamed(bytes(SIZE)))
                        .withCondition(new PutCondition.IfAbsent()))));
    assertArrayEquals(bytes(10), readAll(KEY));
  }

  @Test
  void anOutageIsNeverTakenForAbsent() {
    List<Consumer<ChainedStore>> operations =
        List.of(
            each -> each.stat(KEY),
            each -> each.headCheck(KEY),
            each -> each.read(KEY, null, (info, body) -> true),
            each -> each.read(KEY, new ByteRange(200_000, 10), (info, body) -> true));
    for (Consumer<ChainedStore> operation : operations) {
      backend.next(3, StoreOperation.READ, FaultyBlobStore.failing(EncryptingBlobStoreTest::lost));
      ChainedStore unanswered = store(1);
      RetryableStoreException e =
          assertThrows(RetryableStoreException.class, () -> operation.accept(unanswered));
      assertTrue(e.detail().exhausted());
    }
  }
}
