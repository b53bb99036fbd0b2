package dev.cairn.store.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.Content;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.ObjectMetadata;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreFailure;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.S3ProxyServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A real S3 server behind a network that fails, and the server's own refusals. */
class S3OutageTest {

  private static final ObjectKey KEY = new ObjectKey("a");
  private static final byte[] CONTENT = content(300_000);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir static Path directory;

  private static S3ProxyServer server;

  private final String bucket = "b-" + UUID.randomUUID();
  private FaultProxy proxy;
  private S3BlobStore store;

  @BeforeAll
  static void startServer() {
    server = S3ProxyServer.start(directory);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void open() {
    server.createBucket(bucket);
    proxy = FaultProxy.inFrontOf(server.endpoint());
    store = S3Samples.store(settings(), InstantSource.fixed(NOW));
    store.put(PutRequest.of(KEY, Content.of(CONTENT)));
    proxy.resetCounts();
  }

  @AfterEach
  void close() {
    store.close();
    proxy.close();
  }

  private S3Settings settings() {
    return S3Samples.settings(proxy.endpoint(), S3Samples.credentials(server), bucket);
  }

  /** Instead of the store with the default limits one that waits 400 ms. */
  private void openImpatient() {
    store.close();
    store = S3Samples.store(S3Samples.with(settings(), S3Samples.SHORT));
  }

  private static byte[] content(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  // ---- one request for each operation

  private enum Op {
    INITIALIZE(S3BlobStore::initialize),
    STAT(store -> store.stat(KEY)),
    READ(store -> store.read(KEY, null, (info, body) -> body.readAllBytes())),
    PUT(store -> store.put(PutRequest.of(KEY, Content.of(CONTENT)))),
    DELETE(store -> store.delete(KEY)),
    LIST(store -> store.list("", null, 10));

    private final Consumer<S3BlobStore> call;

    Op(Consumer<S3BlobStore> call) {
      this.call = call;
    }
  }

  record Outage(Op operation, Fault fault, FailureKind kind) {
    @Override
    public String toString() {
      return operation + " under " + fault;
    }
  }

  static List<Outage> outages() {
    Map<Fault, FailureKind> faults =
        Map.of(
            Fault.answer(500),
            FailureKind.UNAVAILABLE,
            Fault.answer(502),
            FailureKind.UNAVAILABLE,
            Fault.answer(503),
            FailureKind.UNAVAILABLE,
            Fault.answer(429),
            FailureKind.THROTTLED,
            new Fault.Answer(503, Map.of(), "<html>Bad gateway</html>"),
            FailureKind.UNAVAILABLE,
            slowDown(),
            FailureKind.THROTTLED,
            Fault.LOSE_ANSWER,
            FailureKind.CONNECTION);
    return Arrays.stream(Op.values())
        .flatMap(
            operation ->
                faults.entrySet().stream()
                    .map(f -> new Outage(operation, f.getKey(), f.getValue())))
        .filter(outage -> !codeIsLost(outage))
        .toList();
  }

  /** An answer to HEAD has no body to say more than its status. */
  private static boolean codeIsLost(Outage outage) {
    return outage.operation == Op.STAT && outage.fault.equals(slowDown());
  }

  private static Fault slowDown() {
    return new Fault.Answer(
        503,
        Map.of("Retry-After", "7"),
        "<Error><Code>SlowDown</Code><Message>x</Message></Error>");
  }

  @ParameterizedTest
  @MethodSource("outages")
  void anOutageIsOneRequestAndARetryableFailure(Outage outage) {
    proxy.set(outage.fault);

    RetryableStoreException e =
        assertThrows(RetryableStoreException.class, () -> outage.operation.call.accept(store));

    assertEquals(outage.kind, e.kind());
    assertEquals(1, proxy.count(request -> true), () -> proxy.counts().toString());
    assertEquals(outage.operation.name(), e.detail().operation().name());
    assertEquals("archive", e.detail().backend());
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void aClosedPortIsARetryableFailure(Op operation) {
    proxy.set(Fault.REFUSE);

    assertEquals(FailureKind.CONNECTION, retryable(() -> operation.call.accept(store)).kind());
    assertEquals(0, proxy.connectionCount());
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void aPeerThatNeverAnswersIsOneRequestAndATimeout(Op operation) {
    openImpatient();
    proxy.set(Fault.SILENT);

    assertEquals(FailureKind.TIMEOUT, retryable(() -> operation.call.accept(store)).kind());
    assertEquals(1, proxy.count(request -> true));
  }

  @Test
  void aPeerThatNeverAcceptsIsATimeout() {
    openImpatient();
    proxy.set(Fault.FULL_BACKLOG);

    assertEquals(FailureKind.TIMEOUT, retryable(() -> store.stat(KEY)).kind());
  }

  @Test
  void theTimeTheServerAsksForIsKept() {
    proxy.set(slowDown());

    StoreFailure failure = retryable(() -> store.delete(KEY));

    assertEquals(NOW.plusSeconds(7), failure.detail().notBefore());
    assertEquals("SlowDown", failure.detail().code());
    assertEquals(503, failure.detail().status().orElseThrow());
  }

  @Test
  void aPutThatIsCutIsOneRequestAndStoresNothing() {
    ObjectKey other = new ObjectKey("other");
    proxy.set(new Fault.ResetRequest(100_000));

    assertEquals(
        FailureKind.CONNECTION,
        retryable(() -> store.put(PutRequest.of(other, Content.of(CONTENT)))).kind());

    assertEquals(1, proxy.count("PUT", "/" + bucket + "/other"));
    proxy.pass();
    assertEquals(Optional.empty(), store.stat(other));
  }

  // ---- bodies that break

  static List<Fault> cuts() {
    return List.of(
        new Fault.Truncate(0),
        new Fault.Truncate(100_000),
        new Fault.Truncate(299_999),
        new Fault.ResetResponse(100_000));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aBodyThatEndsEarlyIsNeverASuccess(Fault cut) {
    proxy.set(cut);

    assertEquals(FailureKind.CONNECTION, retryable(this::readAll).kind());
    assertEquals(
        FailureKind.CONNECTION,
        retryable(() -> store.read(KEY, null, (info, body) -> "looked at nothing")).kind());
    assertEquals(
        FailureKind.CONNECTION,
        retryable(
                () ->
                    store.read(
                        KEY,
                        null,
                        (info, body) -> {
                          try {
                            return body.readAllBytes().length;
                          } catch (RetryableStoreException swallowed) {
                            return -1;
                          }
                        }))
            .kind());
    assertEquals(3, proxy.count("GET", "/" + bucket + "/a"));
    proxy.pass();
    assertArrayEquals(CONTENT, readAll());
  }

  @Test
  void aBodyThatStallsIsATimeout() {
    openImpatient();
    proxy.set(new Fault.Drip(100_000, Duration.ofHours(1)), request -> true);

    assertEquals(FailureKind.TIMEOUT, retryable(this::readAll).kind());
  }

  @Test
  void connectionsOfBrokenBodiesAreGivenBack() {
    proxy.set(new Fault.Truncate(100_000));
    openImpatient();

    for (int i = 0; i < S3Samples.SHORT.maxConnections() * 2; i++) {
      retryable(this::readAll);
      assertThrows(
          IllegalStateException.class,
          () ->
              store.read(
                  KEY,
                  null,
                  (info, body) -> {
                    throw new IllegalStateException("handler's own");
                  }));
    }

    proxy.pass();
    assertArrayEquals(CONTENT, readAll());
  }

  // ---- interrupts

  @ParameterizedTest
  @EnumSource(Op.class)
  void anInterruptEndsAWaitForASilentPeer(Op operation) throws Exception {
    proxy.set(Fault.SILENT);

    assertInterruptible(() -> operation.call.accept(store));
  }

  @Test
  void anInterruptEndsAPutOfWhichThePeerReadsNothing() throws Exception {
    byte[] large = new byte[50 << 20];
    proxy.set(Fault.SILENT);

    assertInterruptible(() -> store.put(PutRequest.of(KEY, Content.of(large))));
  }

  @Test
  void anInterruptEndsTheReadOfABodyThatStalls() throws Exception {
    proxy.set(new Fault.Drip(100_000, Duration.ofHours(1)), request -> true);

    assertInterruptible(this::readAll);
  }

  private void assertInterruptible(Runnable operation) throws Exception {
    AtomicReference<Throwable> outcome = new AtomicReference<>();
    CountDownLatch ended = new CountDownLatch(1);
    boolean[] flag = new boolean[1];
    Thread thread =
        new Thread(
            () -> {
              try {
                operation.run();
              } catch (RuntimeException e) {
                outcome.set(e);
              } finally {
                flag[0] = Thread.currentThread().isInterrupted();
                ended.countDown();
              }
            });
    thread.start();
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          while (proxy.count(request -> true) == 0) {
            Thread.onSpinWait();
          }
          assertFalse(ended.await(300, TimeUnit.MILLISECONDS));
          thread.interrupt();
          ended.await();
        });
    RetryableStoreException e = assertInstanceOf(RetryableStoreException.class, outcome.get());
    assertEquals(FailureKind.CONNECTION, e.kind());
    assertTrue(flag[0], "the interrupt flag must be kept");
  }

  // ---- absent or not

  @Test
  void aMissingObjectIsAbsentAndTheBucketIsLookedAtOnceASecond() {
    assertEquals(Optional.empty(), store.stat(new ObjectKey("x")));
    assertEquals(Optional.empty(), store.stat(new ObjectKey("y")));

    assertEquals(1, proxy.count("HEAD", "/" + bucket));
  }

  /** But for delete, to which this server answers the same with and without a bucket. */
  @ParameterizedTest
  @EnumSource(value = Op.class, mode = EnumSource.Mode.EXCLUDE, names = "DELETE")
  void aMissingBucketIsInvalidAndNeverAnAbsentObject(Op operation) {
    try (S3BlobStore nowhere =
        S3Samples.store(
            S3Samples.settings(
                proxy.endpoint(), S3Samples.credentials(server), "no-such-bucket"))) {
      assertEquals(FailureKind.INVALID, refused(operation, nowhere).kind());
    }
  }

  @Test
  void anOutageWhileTheBucketIsLookedAtIsNeverAbsent() {
    proxy.set(Fault.answer(503), request -> request.target().equals("/" + bucket));

    assertEquals(FailureKind.UNAVAILABLE, retryable(() -> store.stat(new ObjectKey("x"))).kind());
  }

  // ---- refusals

  /**
   * The refusal of an operation. A server that refuses a put without reading its body may reset the
   * connection before its answer is read; such a put is asked again, as the retry layer does.
   */
  private PermanentStoreException refused(Op operation, S3BlobStore refusing) {
    for (int attempt = 1; attempt <= 5; attempt++) {
      try {
        operation.call.accept(refusing);
      } catch (PermanentStoreException e) {
        return e;
      } catch (RetryableStoreException e) {
        assertEquals(Op.PUT, operation);
        assertEquals(FailureKind.CONNECTION, e.kind());
      }
    }
    throw new AssertionError("not refused in five attempts");
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void wrongCredentialsAreDeniedAndNotShown(Op operation) {
    S3Credentials wrong = new S3Credentials(server.accessKey(), "not-the-secret", Optional.empty());
    try (S3BlobStore stranger =
        S3Samples.store(S3Samples.settings(proxy.endpoint(), wrong, bucket))) {
      PermanentStoreException e = refused(operation, stranger);
      assertEquals(FailureKind.ACCESS_DENIED, e.kind());
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        String text = cause.toString();
        assertFalse(text.contains("not-the-secret"), text);
      }
    }
  }

  @Test
  void aSkewedClockIsToldWithBothTimes() {
    proxy.set(
        new Fault.Answer(
            403,
            Map.of("Date", "Thu, 01 Jan 2026 01:00:00 GMT"),
            "<Error><Code>RequestTimeTooSkewed</Code><Message>skewed</Message></Error>"));

    PermanentStoreException e = permanent(() -> store.delete(KEY));

    assertEquals(FailureKind.CLOCK_SKEW, e.kind());
    assertTrue(e.detail().summary().contains("Thu, 01 Jan 2026 01:00:00 GMT"), e.toString());
    assertTrue(e.detail().summary().contains(NOW.toString()), e.toString());
    proxy.pass();
    store.delete(KEY);
    try (S3BlobStore another = S3Samples.store(settings())) {
      assertEquals(Optional.empty(), another.stat(KEY), "no client took over the server's clock");
    }
  }

  @Test
  void anEndpointThatSpeaksNoTlsIsARetryableFailure() {
    S3Settings plain = settings();
    S3Settings secure =
        S3Samples.settings(
            URI.create("https://127.0.0.1:" + proxy.port()),
            plain.credentials().orElseThrow(),
            bucket);
    try (S3BlobStore wrong = S3Samples.store(S3Samples.with(secure, S3Samples.SHORT))) {
      assertThrows(RetryableStoreException.class, () -> wrong.stat(KEY));
    }
  }

  // ---- what a real server keeps

  @Test
  void anEntrysPrefixKeepsItsObjectsApart() {
    try (S3BlobStore inside =
        S3Samples.store(S3Samples.with(settings(), "root", S3Checksum.SHA256))) {
      inside.put(PutRequest.of(new ObjectKey("d/1"), Content.of(new byte[5])));

      assertEquals(Optional.empty(), inside.stat(KEY));
      assertEquals(
          List.of(new ObjectKey("d/1")),
          inside.list("", null, 10).entries().stream().map(entry -> entry.key()).toList());
      assertTrue(store.stat(new ObjectKey("root/d/1")).isPresent());
      assertEquals(
          FailureKind.INVALID,
          permanent(() -> inside.stat(new ObjectKey("k".repeat(1020)))).kind());
    }
  }

  @Test
  void userMetadataOfAnyTextAndEncodedContentComeBackAsTheyWere() throws Exception {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(new byte[10_000]);
    }
    ObjectMetadata metadata =
        new ObjectMetadata(
            Optional.of("image/png"),
            Optional.of("gzip"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of("who", "J\u00f6rg \ud83d\ude00", "odd", "=?x?=", "blank", " a ", "empty", ""));
    store.put(
        new PutRequest(
            new ObjectKey("m"),
            new Content.OneShot(zipped.size(), new ByteArrayInputStream(zipped.toByteArray())),
            new PutCondition.Always(),
            metadata,
            Optional.empty()));

    assertEquals(metadata, store.stat(new ObjectKey("m")).orElseThrow().metadata());
    byte[] back =
        store.read(
            new ObjectKey("m"),
            null,
            (info, body) -> {
              assertEquals(metadata, info.metadata());
              return body.readAllBytes();
            });
    assertArrayEquals(zipped.toByteArray(), back);
  }

  @Test
  void theServerComesBackAndAllGoesOn() {
    server.kill();
    assertEquals(FailureKind.CONNECTION, retryable(() -> store.stat(KEY)).kind());

    server.restart();

    assertArrayEquals(CONTENT, readAll());
  }

  private byte[] readAll() {
    return store.read(KEY, null, (info, body) -> body.readAllBytes());
  }

  private static RetryableStoreException retryable(Runnable operation) {
    return assertThrows(RetryableStoreException.class, operation::run);
  }

  private static PermanentStoreException permanent(Runnable operation) {
    return assertThrows(PermanentStoreException.class, operation::run);
  }
}
