package dev.cairn.migration;

import dev.cairn.store.BlobHash;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way from source to target, hashed as they pass. The last buffer is given out only
 * after the whole hash has matched the name; else the stream breaks, so that a corrupt source never
 * becomes an object at the target. Not thread-safe.
 */
final class HashCheckedStream extends FilterInputStream {

  /** The source's bytes do not have the hash that is their name. */
  static final class SourceCorruptException extends IOException {
    private static final long serialVersionUID = 1L;

    SourceCorruptException(BlobHash expected) {
      super("the source's bytes do not have the hash " + expected);
    }
  }

  private final MessageDigest digest = BlobHash.newDigest();
  private final BlobHash expected;
  private long left;
  private volatile @Nullable RuntimeException sourceFailure;

  HashCheckedStream(InputStream source, BlobHash expected, long size) {
    super(source);
    this.expected = expected;
    this.left = size;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int n = read(one, 0, 1);
    return n < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int n = readSource(buffer, offset, length);
    if (n > 0) {
      digest.update(buffer, offset, n);
      left -= n;
      if (left == 0) {
        check();
      } else if (left < 0) {
        throw new SourceCorruptException(expected);
      }
    } else if (n < 0 && left > 0) {
      throw new SourceCorruptException(expected);
    }
    return n;
  }

  private int readSource(byte[] buffer, int offset, int length) throws IOException {
    try {
      return in.read(buffer, offset, length);
    } catch (RuntimeException e) {
      sourceFailure = e;
      throw e;
    }
  }

  /** What the source threw while it was read, or null. */
  @Nullable RuntimeException sourceFailure() {
    return sourceFailure;
  }

  private void check() throws IOException {
    if (!BlobHash.of(digest.digest()).equals(expected)) {
      throw new SourceCorruptException(expected);
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
