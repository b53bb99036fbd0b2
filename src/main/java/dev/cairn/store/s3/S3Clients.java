package dev.cairn.store.s3;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Builds SDK clients that send each request once: what is tried again is decided above. */
final class S3Clients {

  private S3Clients() {}

  static SdkHttpClient http(S3Settings.Limits limits) {
    return Apache5HttpClient.builder()
        .connectionTimeout(limits.connect())
        .connectionAcquisitionTimeout(limits.connect())
        .socketTimeout(limits.read())
        .maxConnections(limits.maxConnections())
        .tcpKeepAlive(true)
        .build();
  }

  /**
   * @param http stays the caller's, who closes it
   */
  static S3Client create(S3Settings settings, SdkHttpClient http) {
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClient(http)
            .region(Region.of(settings.region()))
            .credentialsProvider(credentials(settings))
            .forcePathStyle(settings.pathStyle())
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()));
    settings.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  private static AwsCredentialsProvider credentials(S3Settings settings) {
    return settings
        .credentials()
        .<AwsCredentialsProvider>map(given -> StaticCredentialsProvider.create(convert(given)))
        .orElseGet(() -> DefaultCredentialsProvider.builder().build());
  }

  private static AwsCredentials convert(S3Credentials given) {
    return given
        .sessionToken()
        .<AwsCredentials>map(
            token -> AwsSessionCredentials.create(given.accessKey(), given.secretKey(), token))
        .orElseGet(() -> AwsBasicCredentials.create(given.accessKey(), given.secretKey()));
  }
}
