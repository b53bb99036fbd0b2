package dev.cairn.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.outcome.Reason;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PausePolicyTest {
  private static FailureDetail detail(FailureKind kind) {
    return FailureDetail.of(
        kind, StoreOperation.PUT, "archive", new ObjectKey("ab/cd.blob"), "it broke");
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void whateverMayClearByItselfPausesTheRun(FailureKind kind) {
    assertTrue(PausePolicy.pauseFor(new RetryableStoreException(detail(kind), null)).isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "ACCESS_DENIED, ACCESS_DENIED",
    "CREDENTIALS_EXPIRED, CREDENTIALS_EXPIRED",
    "CLOCK_SKEW, CLOCK_SKEW",
    "STORAGE_FULL, STORAGE_FULL",
    "INVALID, CONFIGURATION",
    "NOT_FOUND, ",
    "ALREADY_EXISTS, ",
    "PRECONDITION_FAILED, ",
    "ARCHIVED, ",
    "LOCKED, ",
    "CORRUPT, ",
    "UNSUPPORTED, ",
  })
  void aPermanentFailurePausesOnlyWhenItWouldFailEveryBlob(FailureKind kind, Reason reason) {
    assertEquals(
        Optional.ofNullable(reason),
        PausePolicy.pauseFor(new PermanentStoreException(detail(kind), null)).map(p -> p.reason()));
  }
}
