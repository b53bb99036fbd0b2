package dev.cairn.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** A storage entry as it is declared. Secrets are references, resolved when the entry is opened. */
public sealed interface EntrySettings {

  /** Name of the entry. */
  String name();

  /**
   * Objects as files.
   *
   * @param name entry
   * @param root directory
   */
  record Local(String name, Path root) implements EntrySettings {}

  /**
   * Objects in an S3 bucket.
   *
   * @param name entry
   * @param bucket bucket
   * @param prefix put before every key; may be empty
   * @param region region
   * @param endpoint other server than Amazon's
   * @param pathStyle bucket in the path
   * @param checksum whether SHA-256 checksums are sent and asked for
   * @param accessKey reference
   * @param secretKey reference
   * @param sessionToken reference
   */
  record S3(
      String name,
      String bucket,
      String prefix,
      String region,
      Optional<URI> endpoint,
      boolean pathStyle,
      boolean checksum,
      Optional<SecretReference> accessKey,
      Optional<SecretReference> secretKey,
      Optional<SecretReference> sessionToken)
      implements EntrySettings {}
}
