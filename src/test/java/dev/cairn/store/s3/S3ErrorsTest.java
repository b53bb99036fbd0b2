package dev.cairn.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.store.FailureClass;
import dev.cairn.store.FailureKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.security.cert.CertificateExpiredException;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

class S3ErrorsTest {

  @ParameterizedTest
  @CsvSource({
    "NoSuchKey, 404, NOT_FOUND, false",
    "NoSuchVersion, 404, NOT_FOUND, false",
    "NoSuchBucket, 404, INVALID, false",
    "InvalidBucketName, 400, INVALID, false",
    "PermanentRedirect, 301, INVALID, false",
    "AccessDenied, 403, ACCESS_DENIED, false",
    "AccountProblem, 403, ACCESS_DENIED, false",
    "AllAccessDisabled, 403, ACCESS_DENIED, false",
    "InvalidAccessKeyId, 403, ACCESS_DENIED, false",
    "InvalidSecurity, 403, ACCESS_DENIED, false",
    "InvalidToken, 400, ACCESS_DENIED, false",
    "NotSignedUp, 403, ACCESS_DENIED, false",
    "SignatureDoesNotMatch, 403, ACCESS_DENIED, false",
    "ExpiredToken, 400, CREDENTIALS_EXPIRED, false",
    "ExpiredTokenException, 403, CREDENTIALS_EXPIRED, false",
    "RequestExpired, 400, CREDENTIALS_EXPIRED, false",
    "TokenRefreshRequired, 400, CREDENTIALS_EXPIRED, false",
    "RequestTimeTooSkewed, 403, CLOCK_SKEW, false",
    "SlowDown, 503, THROTTLED, true",
    "BandwidthLimitExceeded, 509, THROTTLED, true",
    "RequestLimitExceeded, 503, THROTTLED, true",
    "RequestThrottled, 400, THROTTLED, true",
    "RequestThrottledException, 400, THROTTLED, true",
    "Throttling, 400, THROTTLED, true",
    "ThrottlingException, 400, THROTTLED, true",
    "ThrottledException, 400, THROTTLED, true",
    "TooManyRequestsException, 429, THROTTLED, true",
    "ServiceUnavailable, 503, UNAVAILABLE, true",
    "InternalError, 500, UNAVAILABLE, true",
    "InternalError, 200, UNAVAILABLE, true",
    "OperationAborted, 409, UNAVAILABLE, true",
    "ConditionalRequestConflict, 409, UNAVAILABLE, true",
    "RequestTimeout, 400, TIMEOUT, true",
    "IncompleteBody, 400, CONNECTION, true",
    "PreconditionFailed, 412, PRECONDITION_FAILED, false",
    "InvalidObjectState, 403, ARCHIVED, false",
    "BadDigest, 400, CORRUPT, false",
    "InvalidDigest, 400, CORRUPT, false",
    "XAmzContentChecksumMismatch, 400, CORRUPT, false",
    "XAmzContentSHA256Mismatch, 400, CORRUPT, false",
    "EntityTooLarge, 400, UNSUPPORTED, false",
    "XMinioStorageFull, 507, STORAGE_FULL, false",
    "InsufficientStorage, 507, STORAGE_FULL, false",
    "QuotaExceeded, 403, STORAGE_FULL, false",
  })
  void theCodeDecidesFirst(String code, int status, FailureKind kind, boolean retryable) {
    assertEquals(new FailureClass(kind, retryable), S3Errors.classify(answer(code, status), false));
  }

  @ParameterizedTest
  @CsvSource({
    "301, INVALID, false",
    "307, INVALID, false",
    "400, INVALID, false",
    "401, ACCESS_DENIED, false",
    "403, ACCESS_DENIED, false",
    "404, NOT_FOUND, false",
    "405, INVALID, false",
    "408, TIMEOUT, true",
    "409, INVALID, false",
    "411, INVALID, false",
    "412, PRECONDITION_FAILED, false",
    "416, INVALID, false",
    "429, THROTTLED, true",
    "500, UNAVAILABLE, true",
    "501, UNAVAILABLE, true",
    "502, UNAVAILABLE, true",
    "503, UNAVAILABLE, true",
    "504, UNAVAILABLE, true",
    "507, STORAGE_FULL, false",
    "599, UNAVAILABLE, true",
  })
  void theStatusDecidesWhereTheCodeIsUnknownOrMissing(
      int status, FailureKind kind, boolean retryable) {
    FailureClass expected = new FailureClass(kind, retryable);

    assertEquals(expected, S3Errors.classify(answer(null, status), false));
    assertEquals(expected, S3Errors.classify(answer("NeverHeardOf", status), false));
    assertEquals(
        expected,
        S3Errors.classify(S3Exception.builder().statusCode(status).build(), false),
        "without any details");
  }

  @Test
  void aConflictOnAConditionalPutIsItsCondition() {
    assertEquals(
        FailureClass.permanent(FailureKind.PRECONDITION_FAILED),
        S3Errors.classify(answer(null, 409), true));
    assertEquals(
        FailureClass.retryable(FailureKind.UNAVAILABLE),
        S3Errors.classify(answer("ConditionalRequestConflict", 409), true));
  }

  record Cause(Throwable error, FailureKind kind, boolean retryable) {}

  static List<Cause> causes() {
    return List.of(
        new Cause(new SocketTimeoutException("read"), FailureKind.TIMEOUT, true),
        new Cause(new InterruptedIOException("pool"), FailureKind.TIMEOUT, true),
        new Cause(ApiCallTimeoutException.builder().build(), FailureKind.TIMEOUT, true),
        new Cause(ApiCallAttemptTimeoutException.builder().build(), FailureKind.TIMEOUT, true),
        new Cause(new ConnectException("refused"), FailureKind.CONNECTION, true),
        new Cause(new NoRouteToHostException(), FailureKind.CONNECTION, true),
        new Cause(new UnknownHostException("name"), FailureKind.CONNECTION, true),
        new Cause(new SocketException("reset"), FailureKind.CONNECTION, true),
        new Cause(new EOFException(), FailureKind.CONNECTION, true),
        new Cause(new IOException("cut"), FailureKind.CONNECTION, true),
        new Cause(new SSLException("cut"), FailureKind.CONNECTION, true),
        new Cause(new SSLHandshakeException("cut"), FailureKind.CONNECTION, true),
        new Cause(
            new SSLHandshakeException("bad").initCause(new CertificateExpiredException()),
            FailureKind.INVALID,
            false),
        new Cause(new SSLPeerUnverifiedException("other host"), FailureKind.INVALID, false),
        new Cause(AbortedException.create("stop"), FailureKind.CONNECTION, true),
        new Cause(new InterruptedException(), FailureKind.CONNECTION, true),
        new Cause(new ClosedByInterruptException(), FailureKind.CONNECTION, true),
        new Cause(new XMLStreamException("not XML"), FailureKind.INVALID, false),
        new Cause(
            new XMLStreamException("cut", new SocketException("reset")),
            FailureKind.CONNECTION,
            true),
        new Cause(new IllegalStateException("closed"), FailureKind.INVALID, false));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void theCauseDecidesWhereThereWasNoAnswer(Cause row) {
    FailureClass expected = new FailureClass(row.kind, row.retryable);

    assertEquals(expected, S3Errors.classify(row.error, false));
    assertEquals(
        expected,
        S3Errors.classify(
            SdkClientException.create("wrapped", new IllegalStateException(row.error)), false));
  }

  @Test
  void aClientErrorWithoutCauseIsPermanent() {
    assertEquals(
        FailureClass.permanent(FailureKind.INVALID),
        S3Errors.classify(SdkClientException.create("no credentials, perhaps"), false));
  }

  private static Throwable answer(@Nullable String code, int status) {
    return S3Exception.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
        .build();
  }
}
