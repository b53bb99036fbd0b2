package dev.cairn.admin.api.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cairn.catalog.Gate;
import dev.cairn.catalog.GateClosedException;
import dev.cairn.catalog.HashMismatchException;
import dev.cairn.catalog.TooLargeException;
import dev.cairn.job.ConflictException;
import dev.cairn.job.InvalidParameterException;
import dev.cairn.job.NoSuchRunException;
import dev.cairn.store.BlobHash;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.PersistenceException;
import jakarta.resource.ResourceException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProblemsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final BlobHash HASH = BlobHash.of(new byte[32]);
  private static final Gate HELD = new Gate(true, "RUN", "backend-migration", "plan", NOW);

  @ParameterizedTest
  @MethodSource("failures")
  void everyFailureHasItsCode(Throwable failure, ProblemCode code) {
    assertEquals(Optional.of(code), Problems.of(failure, NOW).map(Problem::code));
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(new GateClosedException(HELD, "no"), ProblemCode.MIGRATION_READ_ONLY),
        arguments(new GateClosedException(Gate.OPEN, "moved"), ProblemCode.STORAGE_CHANGED),
        arguments(new GateClosedException(Gate.UNREADABLE, "no"), ProblemCode.DATABASE_UNAVAILABLE),
        arguments(new HashMismatchException(HASH, HASH), ProblemCode.HASH_MISMATCH),
        arguments(new TooLargeException(1), ProblemCode.BLOB_TOO_LARGE),
        arguments(new NoSuchRunException("no"), ProblemCode.RUN_NOT_FOUND),
        arguments(
            new InvalidParameterException("INVALID_PARAMETER", "f", "t"),
            ProblemCode.INVALID_PARAMETER),
        arguments(
            new InvalidParameterException("NOT_IN_THIS_VERSION", "f", "t"),
            ProblemCode.NOT_IN_THIS_VERSION),
        arguments(new PersistenceException(unreachable()), ProblemCode.DATABASE_UNAVAILABLE),
        arguments(new LockTimeoutException("late"), ProblemCode.DATABASE_UNAVAILABLE),
        arguments(
            new PersistenceException(new SQLException(new ResourceException("none free"))),
            ProblemCode.DATABASE_UNAVAILABLE),
        arguments(
            new IllegalStateException(new SQLException("gone", "57P01")),
            ProblemCode.DATABASE_UNAVAILABLE),
        arguments(
            new IllegalStateException(new SQLNonTransientConnectionException("closed")),
            ProblemCode.DATABASE_UNAVAILABLE),
        arguments(new IllegalStateException(new TooLargeException(1)), ProblemCode.BLOB_TOO_LARGE));
  }

  private static Throwable unreachable() {
    return new SQLTransientConnectionException("no answer", "08006");
  }

  @ParameterizedTest
  @EnumSource
  void everyConflictKeepsItsName(ConflictException.Code code) {
    Problem problem = Problems.of(new ConflictException(code, "text"), NOW).orElseThrow();
    assertEquals(code.name(), problem.code().name());
    assertEquals(409, problem.status());
  }

  @ParameterizedTest
  @EnumSource
  void whatMayClearByItselfIsUnavailable(FailureKind kind) {
    Problem problem =
        Problems.of(new RetryableStoreException(detail(kind), null), NOW).orElseThrow();
    assertEquals(ProblemCode.STORAGE_UNAVAILABLE, problem.code());
    assertEquals(kind.name(), problem.storeKind());
  }

  @ParameterizedTest
  @MethodSource("permanent")
  void whatWillNotClearSaysWhoMustAct(FailureKind kind, ProblemCode code) {
    Problem problem =
        Problems.of(new PermanentStoreException(detail(kind), null), NOW).orElseThrow();
    assertEquals(code, problem.code());
  }

  static Stream<Arguments> permanent() {
    return Stream.of(
        arguments(FailureKind.NOT_FOUND, ProblemCode.BLOB_BYTES_MISSING),
        arguments(FailureKind.CORRUPT, ProblemCode.BLOB_DAMAGED),
        arguments(FailureKind.STORAGE_FULL, ProblemCode.STORAGE_FULL),
        arguments(FailureKind.ACCESS_DENIED, ProblemCode.STORAGE_REFUSED),
        arguments(FailureKind.INVALID, ProblemCode.STORAGE_REFUSED),
        arguments(FailureKind.CREDENTIALS_EXPIRED, ProblemCode.STORAGE_UNAVAILABLE),
        arguments(FailureKind.CLOCK_SKEW, ProblemCode.STORAGE_UNAVAILABLE));
  }

  @Test
  void closedGateNamesTheRunAndWhenToComeBack() {
    Problem problem = Problems.of(new GateClosedException(HELD, "no"), NOW).orElseThrow();
    assertEquals("RUN", problem.run());
    assertEquals(30L, problem.retryAfterSeconds());
  }

  @Test
  void waitIsWhatTheStorageAskedForAndNeverShorter() {
    FailureDetail detail = detail(FailureKind.THROTTLED).withNotBefore(NOW.plusMillis(61_500));
    Problem problem = Problems.of(new RetryableStoreException(detail, null), NOW).orElseThrow();
    assertEquals(62L, problem.retryAfterSeconds());
  }

  @Test
  void mistakeInAStatementIsNoUnavailability() {
    SQLException mistake = new SQLException("no such column", "42703");
    assertTrue(Problems.of(new PersistenceException(mistake), NOW).isEmpty());
  }

  @Test
  void whatNobodyExpectedHasNoDocument() {
    assertTrue(Problems.of(new IllegalStateException("bug"), NOW).isEmpty());
  }

  private static FailureDetail detail(FailureKind kind) {
    return FailureDetail.of(kind, StoreOperation.READ, "main", HASH.key(), "text");
  }
}
