package dev.cairn.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A blob that can be made again at any time from these three numbers, and so be verified without
 * having been kept.
 *
 * @param seed which set of samples
 * @param index which blob of the set; blobs with different indexes have different content, but for
 *     empty ones
 * @param size in bytes
 */
public record SampleBlob(long seed, int index, long size) {
  private static final int BUFFER = 64 * 1024;

  /** Opens the content at its start, as often as wanted. */
  public InputStream open() {
    return new SeededStream(seed, index, size);
  }

  /** Returns the content's SHA-256 in lower-case hex. */
  public String hash() {
    try (InputStream content = open()) {
      return hash(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the SHA-256 of what a stream holds, read to its end. */
  public static String hash(InputStream content) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER];
    for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
      digest.update(buffer, 0, n);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
