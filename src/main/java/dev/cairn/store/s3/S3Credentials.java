package dev.cairn.store.s3;

import java.util.Optional;

/**
 * An access key with its secret.
 *
 * @param accessKey identity
 * @param secretKey never shown
 * @param sessionToken for temporary credentials; never shown
 */
public record S3Credentials(String accessKey, String secretKey, Optional<String> sessionToken) {

  /**
   * @throws IllegalArgumentException when the key or the secret is blank
   */
  public S3Credentials {
    if (accessKey.isBlank() || secretKey.isBlank()) {
      throw new IllegalArgumentException("access key and secret key must not be blank");
    }
  }

  @Override
  public String toString() {
    return "S3Credentials[hidden]";
  }
}
