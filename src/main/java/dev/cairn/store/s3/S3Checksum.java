package dev.cairn.store.s3;

/** What Cairn asks an S3 server to do with checksums. */
public enum S3Checksum {
  /**
   * A put whose SHA-256 is known carries it as {@code x-amz-checksum-sha256}, which the server
   * checks and keeps; stat asks for it.
   */
  SHA256,
  /** No checksum fields at all, for servers that refuse them. */
  OFF
}
