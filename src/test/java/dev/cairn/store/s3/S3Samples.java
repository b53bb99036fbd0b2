package dev.cairn.store.s3;

import dev.cairn.testkit.RecordingJournal;
import dev.cairn.testkit.S3ProxyServer;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Settings that the tests of this package start from. */
final class S3Samples {

  static final S3Credentials CREDENTIALS = new S3Credentials("key", "secret", Optional.empty());

  /** Short, for tests that wait for them to pass. */
  static final S3Settings.Limits SHORT =
      new S3Settings.Limits(Duration.ofMillis(400), Duration.ofMillis(400), 8);

  private S3Samples() {}

  static S3BlobStore store(S3Settings settings) {
    return new S3BlobStore(settings, new RecordingJournal());
  }

  static S3BlobStore store(S3Settings settings, InstantSource clock) {
    return new S3BlobStore(settings, new RecordingJournal(), clock);
  }

  static S3Settings settings(URI endpoint, S3Credentials credentials, String bucket) {
    return new S3Settings(
        "archive",
        bucket,
        "",
        S3Settings.DEFAULT_REGION,
        Optional.of(endpoint),
        true,
        S3Checksum.SHA256,
        Optional.of(credentials),
        S3Settings.Limits.DEFAULT,
        S3PartSizes.DEFAULT);
  }

  static S3Settings settings(S3ProxyServer server, String bucket) {
    return settings(server.endpoint(), credentials(server), bucket);
  }

  static S3Credentials credentials(S3ProxyServer server) {
    return new S3Credentials(server.accessKey(), server.secretKey(), Optional.empty());
  }

  static S3Settings with(S3Settings from, String prefix, S3Checksum checksum) {
    return new S3Settings(
        from.name(),
        from.bucket(),
        prefix,
        from.region(),
        from.endpoint(),
        from.pathStyle(),
        checksum,
        from.credentials(),
        from.limits(),
        from.sizes());
  }

  static S3Settings with(S3Settings from, S3Settings.Limits limits) {
    return new S3Settings(
        from.name(),
        from.bucket(),
        from.prefix(),
        from.region(),
        from.endpoint(),
        from.pathStyle(),
        from.checksum(),
        from.credentials(),
        limits,
        from.sizes());
  }

  static S3Settings with(S3Settings from, S3PartSizes sizes) {
    return new S3Settings(
        from.name(),
        from.bucket(),
        from.prefix(),
        from.region(),
        from.endpoint(),
        from.pathStyle(),
        from.checksum(),
        from.credentials(),
        from.limits(),
        sizes);
  }
}
