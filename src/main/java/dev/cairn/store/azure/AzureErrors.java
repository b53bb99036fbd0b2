package dev.cairn.store.azure;

import com.azure.core.exception.HttpResponseException;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobStorageException;
import dev.cairn.store.Causes;
import dev.cairn.store.FailureClass;
import dev.cairn.store.FailureKind;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * What an error of the Azure client means: the service's error code first, then the status, then
 * the type of the cause. Pure; never looks at texts. What is not listed is permanent.
 *
 * <p>Azure tells an expired signature or a wrong clock from any other denial in words only: both
 * are denials here.
 */
final class AzureErrors {

  private AzureErrors() {}

  /**
   * Classifies an error.
   *
   * @param conditional true when the request was a put under a condition
   */
  static FailureClass classify(Throwable error, boolean conditional) {
    if (error instanceof HttpResponseException answer && answer.getResponse() != null) {
      int status = answer.getResponse().getStatusCode();
      return byCode(code(answer)).orElseGet(() -> FailureClass.ofStatus(status, conditional));
    }
    return byCause(error);
  }

  /** The service's error code, or null when it gave none. */
  static @Nullable String code(HttpResponseException answer) {
    if (answer instanceof BlobStorageException blob) {
      BlobErrorCode code = blob.getErrorCode();
      return code == null ? null : code.toString();
    }
    return null;
  }

  static Optional<FailureClass> byCode(@Nullable String code) {
    if (code == null) {
      return Optional.empty();
    }
    // https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes and
    // https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes
    return switch (code) {
      case "BlobNotFound" -> permanent(FailureKind.NOT_FOUND);
      case "ContainerNotFound",
          "ContainerDisabled",
          "ContainerBeingDeleted",
          "InvalidResourceName",
          "InvalidRange" ->
          permanent(FailureKind.INVALID);
      case "AuthenticationFailed",
          "AuthorizationFailure",
          "AuthorizationPermissionMismatch",
          "AuthorizationProtocolMismatch",
          "AuthorizationResourceTypeMismatch",
          "AuthorizationServiceMismatch",
          "AuthorizationSourceIPMismatch",
          "AccountIsDisabled",
          "InsufficientAccountPermissions",
          "InvalidAuthenticationInfo",
          "KeyBasedAuthenticationNotPermitted",
          "NoAuthenticationInformation" ->
          permanent(FailureKind.ACCESS_DENIED);
      case "ServerBusy" -> retryable(FailureKind.THROTTLED);
      case "OperationTimedOut" -> retryable(FailureKind.TIMEOUT);
      case "InternalError" -> retryable(FailureKind.UNAVAILABLE);
      case "ConditionNotMet", "TargetConditionNotMet", "BlobAlreadyExists" ->
          permanent(FailureKind.PRECONDITION_FAILED);
      case "BlobArchived", "BlobBeingRehydrated" -> permanent(FailureKind.ARCHIVED);
      case "BlobImmutableDueToPolicy",
          "LeaseIdMissing",
          "LeaseIdMismatchWithBlobOperation",
          "LeaseLost" ->
          permanent(FailureKind.LOCKED);
      case "Md5Mismatch", "InvalidMd5", "Crc64Mismatch" -> permanent(FailureKind.CORRUPT);
      case "RequestBodyTooLarge", "InvalidBlobType", "FeatureVersionMismatch" ->
          permanent(FailureKind.UNSUPPORTED);
      default -> Optional.empty();
    };
  }

  /** No answer was had: the first cause in the chain that tells something decides. */
  private static FailureClass byCause(Throwable error) {
    boolean network = false;
    for (Throwable cause : Causes.of(error)) {
      if (cause instanceof InterruptedException) {
        return FailureClass.retryable(FailureKind.CONNECTION);
      }
      if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
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
