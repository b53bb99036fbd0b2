package dev.cairn.store.azure;

import static dev.cairn.store.FailureClass.permanent;
import static dev.cairn.store.FailureClass.retryable;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.store.FailureClass;
import dev.cairn.store.FailureKind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AzureErrorsTest {

  @ParameterizedTest
  @CsvSource({
    "BlobNotFound, NOT_FOUND, false",
    "ContainerNotFound, INVALID, false",
    "ContainerDisabled, INVALID, false",
    "ContainerBeingDeleted, INVALID, false",
    "InvalidResourceName, INVALID, false",
    "InvalidRange, INVALID, false",
    "AuthenticationFailed, ACCESS_DENIED, false",
    "AuthorizationFailure, ACCESS_DENIED, false",
    "AuthorizationPermissionMismatch, ACCESS_DENIED, false",
    "AuthorizationProtocolMismatch, ACCESS_DENIED, false",
    "AuthorizationResourceTypeMismatch, ACCESS_DENIED, false",
    "AuthorizationServiceMismatch, ACCESS_DENIED, false",
    "AuthorizationSourceIPMismatch, ACCESS_DENIED, false",
    "AccountIsDisabled, ACCESS_DENIED, false",
    "InsufficientAccountPermissions, ACCESS_DENIED, false",
    "InvalidAuthenticationInfo, ACCESS_DENIED, false",
    "KeyBasedAuthenticationNotPermitted, ACCESS_DENIED, false",
    "NoAuthenticationInformation, ACCESS_DENIED, false",
    "ServerBusy, THROTTLED, true",
    "OperationTimedOut, TIMEOUT, true",
    "InternalError, UNAVAILABLE, true",
    "ConditionNotMet, PRECONDITION_FAILED, false",
    "TargetConditionNotMet, PRECONDITION_FAILED, false",
    "BlobAlreadyExists, PRECONDITION_FAILED, false",
    "BlobArchived, ARCHIVED, false",
    "BlobBeingRehydrated, ARCHIVED, false",
    "BlobImmutableDueToPolicy, LOCKED, false",
    "LeaseIdMissing, LOCKED, false",
    "LeaseIdMismatchWithBlobOperation, LOCKED, false",
    "LeaseLost, LOCKED, false",
    "Md5Mismatch, CORRUPT, false",
    "InvalidMd5, CORRUPT, false",
    "Crc64Mismatch, CORRUPT, false",
    "RequestBodyTooLarge, UNSUPPORTED, false",
    "InvalidBlobType, UNSUPPORTED, false",
    "FeatureVersionMismatch, UNSUPPORTED, false"
  })
  void everyCodeOfTheServiceHasItsMeaning(String code, FailureKind kind, boolean retryable) {
    assertEquals(Optional.of(new FailureClass(kind, retryable)), AzureErrors.byCode(code));
  }

  @Test
  void aCodeNeverHeardOfLeavesTheDecisionToTheStatus() {
    assertEquals(Optional.empty(), AzureErrors.byCode("NeverHeardOf"));
    assertEquals(Optional.empty(), AzureErrors.byCode(null));
  }

  private record Row(Throwable error, FailureClass expected) {}

  static Stream<Row> causes() {
    return Stream.of(
        new Row(new ConnectException("refused"), retryable(FailureKind.CONNECTION)),
        new Row(new UnknownHostException("nowhere"), retryable(FailureKind.CONNECTION)),
        new Row(new IOException("connection reset"), retryable(FailureKind.CONNECTION)),
        new Row(new SSLHandshakeException("cut"), retryable(FailureKind.CONNECTION)),
        new Row(new HttpConnectTimeoutException("late"), retryable(FailureKind.TIMEOUT)),
        new Row(new HttpTimeoutException("late"), retryable(FailureKind.TIMEOUT)),
        new Row(new TimeoutException("late"), retryable(FailureKind.TIMEOUT)),
        new Row(new InterruptedException(), retryable(FailureKind.CONNECTION)),
        new Row(
            new SSLHandshakeException("chain").initCause(new CertificateException("unknown")),
            permanent(FailureKind.INVALID)),
        new Row(new IllegalStateException("a bug"), permanent(FailureKind.INVALID)));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void withoutAnAnswerTheCauseDecidesAtAnyDepth(Row row) {
    assertEquals(row.expected, AzureErrors.classify(row.error, false));
    assertEquals(
        row.expected,
        AzureErrors.classify(new RuntimeException(new RuntimeException(row.error)), false));
  }
}
