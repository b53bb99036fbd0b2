package dev.cairn.store.azure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.cairn.store.Content;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutRequest;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreFailure;
import dev.cairn.testkit.AzuriteServer;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A real server of Azure's protocol behind a network that fails, and its own refusals. */
class AzureOutageTest {

  private static final ObjectKey KEY = new ObjectKey("a");
  private static final byte[] CONTENT = content(300_000);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final AzureSettings.Limits SHORT =
      new AzureSettings.Limits(Duration.ofMillis(400), Duration.ofMillis(400));

  @TempDir static Path directory;

  private static AzuriteServer server;

  private final String container = "c-" + UUID.randomUUID();
  private FaultProxy proxy;
  private AzureBlobStore store;

  @BeforeAll
  static void startServer() {
    server = AzuriteServer.start(directory);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void open() {
    server.createContainer(container);
    proxy = FaultProxy.inFrontOf(server.endpoint());
    store = store(container, server.key(), AzureSettings.Limits.DEFAULT);
    store.put(PutRequest.of(KEY, Content.of(CONTENT)));
    proxy.resetCounts();
  }

  @AfterEach
  void close() {
    store.close();
    proxy.close();
  }

  private AzureBlobStore store(String name, String key, AzureSettings.Limits limits) {
    return new AzureBlobStore(
        new AzureSettings(
            "archive",
            URI.create(proxy.endpoint() + "/" + server.account()),
            name,
            "",
            new AzureCredentials.AccountKey(server.account(), key),
            limits),
        InstantSource.fixed(NOW));
  }

  private static byte[] content(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private enum Op {
    INITIALIZE(AzureBlobStore::initialize),
    STAT(store -> store.stat(KEY)),
    READ(store -> store.read(KEY, null, (info, body) -> body.readAllBytes())),
    PUT(store -> store.put(PutRequest.of(KEY, Content.of(CONTENT)))),
    DELETE(store -> store.delete(KEY)),
    LIST(store -> store.list("", null, 10));

    private final Consumer<AzureBlobStore> call;

    Op(Consumer<AzureBlobStore> call) {
      this.call = call;
    }
  }

  record Outage(Op operation, Fault fault, FailureKind kind) {
    @Override
    public String toString() {
      return operation + " under " + fault;
    }
  }

  static Stream<Outage> outages() {
    Map<Fault, FailureKind> faults =
        Map.of(
            Fault.answer(500),
            FailureKind.UNAVAILABLE,
            new Fault.Answer(502, Map.of("Content-Type", "text/html"), "<html>Bad gateway</html>"),
            FailureKind.UNAVAILABLE,
            Fault.answer(429),
            FailureKind.THROTTLED,
            busy(),
            FailureKind.THROTTLED,
            new Fault.Answer(500, Map.of("x-ms-error-code", "OperationTimedOut"), ""),
            FailureKind.TIMEOUT,
            Fault.LOSE_ANSWER,
            FailureKind.CONNECTION);
    return Arrays.stream(Op.values())
        .flatMap(
            operation ->
                faults.entrySet().stream()
                    .map(f -> new Outage(operation, f.getKey(), f.getValue())));
  }

  private static Fault busy() {
    return new Fault.Answer(503, Map.of("Retry-After", "7", "x-ms-error-code", "ServerBusy"), "");
  }

  @ParameterizedTest
  @MethodSource("outages")
  void anOutageIsOneRequestAndARetryableFailure(Outage outage) {
    proxy.set(outage.fault);

    RetryableStoreException e =
        assertThrows(RetryableStoreException.class, () -> outage.operation.call.accept(store));

    assertEquals(outage.kind, e.kind());
    assertEquals(1, proxy.count(r -> true));
    Optional<Instant> expected =
        outage.fault.equals(busy()) ? Optional.of(NOW.plusSeconds(7)) : Optional.empty();
    assertEquals(expected, Optional.ofNullable(e.detail().notBefore()));
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void aServerThatRefusesConnectionsIsAConnectionFailure(Op operation) {
    proxy.set(Fault.REFUSE);
    RetryableStoreException e =
        assertThrows(RetryableStoreException.class, () -> operation.call.accept(store));
    assertEquals(FailureKind.CONNECTION, e.kind());
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void aSilentServerIsATimeoutWithinTheClientsOwnBound(Op operation) {
    AzureBlobStore impatient = store(container, server.key(), SHORT);
    proxy.set(Fault.SILENT);
    RetryableStoreException e =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () ->
                assertThrows(
                    RetryableStoreException.class, () -> operation.call.accept(impatient)));
    assertEquals(FailureKind.TIMEOUT, e.kind());
    assertEquals(1, proxy.count(r -> true));
  }

  static List<Fault> cuts() {
    return List.of(
        new Fault.ResetResponse(0),
        new Fault.ResetResponse(100_000),
        new Fault.Truncate(0),
        new Fault.Truncate(100_000));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aBodyThatIsCutIsAFailureAndNotReadAgain(Fault fault) {
    proxy.set(fault, r -> r.path().endsWith("/a"));
    RetryableStoreException e =
        assertThrows(RetryableStoreException.class, () -> Op.READ.call.accept(store));
    assertEquals(FailureKind.CONNECTION, e.kind());
    assertEquals(1, proxy.count(r -> true));
  }

  @Test
  void aPutThatIsCutStoresNothing() {
    proxy.set(new Fault.ResetRequest(100_000));
    ObjectKey other = new ObjectKey("b");
    assertThrows(
        RetryableStoreException.class, () -> store.put(PutRequest.of(other, Content.of(CONTENT))));
    proxy.pass();
    assertEquals(Optional.empty(), store.stat(other));
  }

  @Test
  void anUploadInBlocksThatIsCutStoresNothing() {
    proxy.set(Fault.answer(500), r -> r.target().contains("comp=blocklist"));
    ObjectKey other = new ObjectKey("b");
    byte[] large = content(AzurePut.SINGLE * 2 + 1);
    assertThrows(
        RetryableStoreException.class, () -> store.put(PutRequest.of(other, Content.of(large))));
    assertEquals(3, proxy.count(r -> r.target().contains("comp=block&")));
    proxy.pass();
    assertEquals(Optional.empty(), store.stat(other));
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void aContainerThatIsNotThereIsNeverTakenForAnAbsentObject(Op operation) {
    AzureBlobStore elsewhere = store("not-there", server.key(), AzureSettings.Limits.DEFAULT);
    assertEquals(FailureKind.INVALID, permanentFailure(operation, elsewhere).kind());
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void a404WithoutACodeIsTheContainersWhenThatIsNotThereEither(Op operation) {
    proxy.set(Fault.answer(404));
    assertEquals(FailureKind.INVALID, permanentFailure(operation, store).kind());
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void aWrongKeyIsADenialThatShowsNoKey(Op operation) {
    String wrong = Base64.getEncoder().encodeToString(new byte[32]);
    PermanentStoreException e =
        permanentFailure(operation, store(container, wrong, AzureSettings.Limits.DEFAULT));
    assertEquals(FailureKind.ACCESS_DENIED, e.kind());
    assertFalse(String.valueOf(e.getMessage()).contains(wrong));
  }

  private static PermanentStoreException permanentFailure(Op operation, AzureBlobStore store) {
    RuntimeException e = assertThrows(RuntimeException.class, () -> operation.call.accept(store));
    assertInstanceOf(StoreFailure.class, e);
    return assertInstanceOf(PermanentStoreException.class, e);
  }
}
