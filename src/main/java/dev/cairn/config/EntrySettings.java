package dev.cairn.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A storage entry as it is declared. Secrets are references, resolved when the entry is opened. */
public sealed interface EntrySettings {

  /** Name of the entry. */
  String name();

  /** References to the keys that encrypt its objects, the first writes; empty when none does. */
  List<SecretReference> encryptionKeys();

  /**
   * Objects as files.
   *
   * @param name entry
   * @param root directory
   * @param encryptionKeys references
   */
  record Local(String name, Path root, List<SecretReference> encryptionKeys)
      implements EntrySettings {}

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
   * @param singlePut most bytes of one request
   * @param encryptionKeys references
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
      Optional<SecretReference> sessionToken,
      long singlePut,
      List<SecretReference> encryptionKeys)
      implements EntrySettings {}

  /**
   * Objects in an Azure container.
   *
   * @param name entry
   * @param endpoint the account's blob service
   * @param container container
   * @param prefix put before every key; may be empty
   * @param account name of the account
   * @param credentials which secret it is
   * @param secret reference
   * @param encryptionKeys references
   */
  record Azure(
      String name,
      URI endpoint,
      String container,
      String prefix,
      String account,
      AzureSecret credentials,
      SecretReference secret,
      List<SecretReference> encryptionKeys)
      implements EntrySettings {}

  /** What opens an Azure container. */
  enum AzureSecret {
    /** The account's shared key. */
    ACCOUNT_KEY("account-key"),
    /** A shared access signature. */
    SAS("sas"),
    /** A connection string. */
    CONNECTION_STRING("connection-string");

    private final String key;

    AzureSecret(String key) {
      this.key = key;
    }

    /** Last part of the configuration key. */
    public String key() {
      return key;
    }
  }
}
