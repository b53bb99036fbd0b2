package dev.cairn.store.s3;

import dev.cairn.store.Causes;
import dev.cairn.store.FailureClass;
import dev.cairn.store.FailureKind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/**
 * What an error of the S3 client means: the server's error code first, then the status, then the
 * type of the cause. Pure; never looks at texts. What is not listed is permanent.
 */
final class S3Errors {

  private S3Errors() {}

  /**
   * Classifies an error.
   *
   * @param conditional true when the request was a put under a condition
   */
  static FailureClass classify(Throwable error, boolean conditional) {
    if (error instanceof SdkServiceException answer) {
      return byCode(code(answer))
          .orElseGet(() -> FailureClass.ofStatus(answer.statusCode(), conditional));
    }
    return byCause(error);
  }

  /** The server's error code, or null when it gave none. */
  static @Nullable String code(SdkServiceException answer) {
    if (answer instanceof AwsServiceException aws) {
      AwsErrorDetails details = aws.awsErrorDetails();
      return details == null ? null : details.errorCode();
    }
    return null;
  }

  static Optional<FailureClass> byCode(@Nullable String code) {
    if (code == null) {
      return Optional.empty();
    }
    // Unless a line says otherwise, codes are those of
    // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList
    return switch (code) {
      case "NoSuchKey", "NoSuchVersion" -> permanent(FailureKind.NOT_FOUND);
      case "NoSuchBucket", "InvalidBucketName", "PermanentRedirect" ->
          permanent(FailureKind.INVALID);
      case "AccessDenied",
          "AccountProblem",
          "AllAccessDisabled",
          "InvalidAccessKeyId",
          "InvalidSecurity",
          "InvalidToken",
          "NotSignedUp",
          "SignatureDoesNotMatch" ->
          permanent(FailureKind.ACCESS_DENIED);
      // the last two: https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html
      case "ExpiredToken", "TokenRefreshRequired", "ExpiredTokenException", "RequestExpired" ->
          permanent(FailureKind.CREDENTIALS_EXPIRED);
      // https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html#RESTAuthenticationTimeStamp
      case "RequestTimeTooSkewed" -> permanent(FailureKind.CLOCK_SKEW);
      // https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html and, for
      // the general names, https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html
      case "SlowDown",
          "BandwidthLimitExceeded",
          "RequestLimitExceeded",
          "RequestThrottled",
          "RequestThrottledException",
          "Throttling",
          "ThrottlingException",
          "ThrottledException",
          "TooManyRequestsException" ->
          retryable(FailureKind.THROTTLED);
      case "ServiceUnavailable", "InternalError" -> retryable(FailureKind.UNAVAILABLE);
      case "OperationAborted" -> retryable(FailureKind.UNAVAILABLE);
      // https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
      case "ConditionalRequestConflict" -> retryable(FailureKind.UNAVAILABLE);
      case "RequestTimeout" -> retryable(FailureKind.TIMEOUT);
      // the server got fewer bytes than announced; the content itself was counted on this side
      case "IncompleteBody" -> retryable(FailureKind.CONNECTION);
      case "PreconditionFailed" -> permanent(FailureKind.PRECONDITION_FAILED);
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html#API_GetObject_Errors
      case "InvalidObjectState" -> permanent(FailureKind.ARCHIVED);
      // https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
      case "BadDigest",
          "InvalidDigest",
          "XAmzContentChecksumMismatch",
          "XAmzContentSHA256Mismatch" ->
          permanent(FailureKind.CORRUPT);
      case "EntityTooLarge" -> permanent(FailureKind.UNSUPPORTED);
      // https://min.io/docs/minio/linux/operations/troubleshooting.html names the first; the second
      // is what others say with status 507
      case "XMinioStorageFull", "InsufficientStorage", "QuotaExceeded" ->
          permanent(FailureKind.STORAGE_FULL);
      default -> Optional.empty();
    };
  }

  /** No answer was had: the first cause in the chain that tells something decides. */
  private static FailureClass byCause(Throwable error) {
    boolean network = false;
    for (Throwable cause : Causes.of(error, S3Errors::below)) {
      if (isInterrupt(cause)) {
        return FailureClass.retryable(FailureKind.CONNECTION);
      }
      if (isTimeout(cause)) {
        return FailureClass.retryable(FailureKind.TIMEOUT);
      }
      if (isBadCertificate(cause)) {
        return FailureClass.permanent(FailureKind.INVALID);
      }
      network |= cause instanceof IOException;
    }
    return network
        ? FailureClass.retryable(FailureKind.CONNECTION)
        : FailureClass.permanent(FailureKind.INVALID);
  }

  /**
   * What lies below an error, or null. A parser keeps the failure of the connection that it read
   * from in a place of its own.
   */
  static @Nullable Throwable below(Throwable error) {
    Throwable cause = error.getCause();
    return cause == null && error instanceof XMLStreamException parser
        ? parser.getNestedException()
        : cause;
  }

  /** Whether this is how the client says that its thread was interrupted. */
  static boolean isInterrupt(Throwable cause) {
    return cause instanceof AbortedException
        || cause instanceof InterruptedException
        || cause instanceof ClosedByInterruptException;
  }

  // https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/SocketTimeoutException.html
  // and its parent, which the HTTP client uses for a wait for a free connection
  private static boolean isTimeout(Throwable cause) {
    return cause instanceof SocketTimeoutException
        || cause instanceof InterruptedIOException
        || cause instanceof ApiCallTimeoutException
        || cause instanceof ApiCallAttemptTimeoutException;
  }

  private static boolean isBadCertificate(Throwable cause) {
    return cause instanceof CertificateException
        || cause instanceof CertPathValidatorException
        || cause instanceof SSLPeerUnverifiedException;
  }

  private static Optional<FailureClass> permanent(FailureKind kind) {
    return Optional.of(FailureClass.permanent(kind));
  }

  private static Optional<FailureClass> retryable(FailureKind kind) {
    return Optional.of(FailureClass.retryable(kind));
  }
}
