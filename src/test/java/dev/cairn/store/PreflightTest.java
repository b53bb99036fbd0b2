package dev.cairn.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.testkit.FaultyBlobStore;
import dev.cairn.testkit.MemoryBlobStore;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreflightTest {

  private final MemoryBlobStore memory = new MemoryBlobStore("memory");
  private final FaultyBlobStore store = new FaultyBlobStore(memory);

  private Preflight.Result run() {
    return Preflight.run(store, () -> 0);
  }

  private static PermanentStoreException denial(StoreOperation operation) {
    return new PermanentStoreException(
        FailureDetail.of(FailureKind.ACCESS_DENIED, operation, "memory", null, "not allowed"),
        null);
  }

  private void deny(StoreOperation... operations) {
    for (StoreOperation operation : operations) {
      store.next(9, operation, FaultyBlobStore.failing(() -> denial(operation)));
    }
  }

  @Test
  void aStoreThatWorksCanBeBoth() {
    Preflight.Result result = run();

    assertTrue(result.roundtripPassed());
    assertTrue(result.cleanupOk());
    assertEquals(Set.of(Preflight.Use.SOURCE, Preflight.Use.TARGET), result.usableAs());
    assertEquals(64, result.bytesWritten());
    assertEquals(64 + 16, result.bytesRead());
    assertEquals(0, memory.size());
  }

  @Test
  void credentialsThatMayOnlyReadMakeASource() {
    memory.put(PutRequest.of(new ObjectKey("a"), Content.of(new byte[10])));
    deny(StoreOperation.PUT, StoreOperation.DELETE);

    Preflight.Result result = run();

    assertFalse(result.roundtripPassed());
    assertEquals(Preflight.Phase.PUT, result.phaseReached());
    assertEquals(Set.of(Preflight.Use.SOURCE), result.usableAs());
    assertEquals(Set.of(StoreOperation.PUT), result.denied());
    assertTrue(result.cleanupOk(), "nothing was put");
    assertTrue(result.message().contains("usable as a source, not as a target"), result.message());
    assertEquals(1, memory.size());
  }

  @ParameterizedTest
  @EnumSource(
      value = StoreOperation.class,
      names = {"STAT", "READ", "LIST"})
  void credentialsThatMayNotEvenReadMakeNothing(StoreOperation denied) {
    memory.put(PutRequest.of(new ObjectKey("a"), Content.of(new byte[10])));
    deny(StoreOperation.PUT, denied);

    Preflight.Result result = run();

    assertEquals(Set.of(), result.usableAs());
    assertTrue(result.denied().contains(denied));
    assertTrue(result.message().contains("lack the right to"), result.message());
  }

  @Test
  void credentialsThatMayNotDeleteMakeASourceAndTellOfWhatIsLeft() {
    deny(StoreOperation.DELETE);

    Preflight.Result result = run();

    assertEquals(Set.of(Preflight.Use.SOURCE), result.usableAs());
    assertEquals(Set.of(StoreOperation.DELETE), result.denied());
    assertFalse(result.cleanupOk());
  }

  @Test
  void anOutageIsNoDenial() {
    for (StoreOperation operation :
        List.of(StoreOperation.PUT, StoreOperation.STAT, StoreOperation.LIST)) {
      FaultyBlobStore failing = new FaultyBlobStore(memory);
      failing.next(
          operation,
          FaultyBlobStore.failing(
              () ->
                  new RetryableStoreException(
                      FailureDetail.of(
                          FailureKind.UNAVAILABLE, operation, "memory", null, "out of order"),
                      null)));

      Preflight.Result result = Preflight.run(failing, () -> 0);

      assertEquals(Set.of(), result.denied());
      assertEquals(Set.of(), result.usableAs());
      assertTrue(result.retryable());
      assertTrue(result.cleanupOk());
    }
  }
}
