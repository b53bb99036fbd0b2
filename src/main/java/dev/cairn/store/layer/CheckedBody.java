package dev.cairn.store.layer;

import dev.cairn.store.BlobHash;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Plaintext on its way to a handler: exactly so many bytes, and of the right hash where one is
 * wanted, or a permanent {@link FailureKind#CORRUPT}. Only what was {@linkplain #drain drained} is
 * good. Closing it does nothing, so that a handler may. Not thread-safe.
 */
final class CheckedBody extends InputStream {

  private static final int BUFFER_BYTES = 8 * 1024;

  private final InputStream in;
  private final String entry;
  private final ObjectKey key;
  private final boolean whole;
  private final @Nullable BlobHash wanted;
  private final @Nullable MessageDigest digest;
  private long left;
  private boolean checked;

  private CheckedBody(
      InputStream in,
      long size,
      String entry,
      ObjectKey key,
      boolean whole,
      @Nullable BlobHash wanted) {
    this.in = in;
    this.whole = whole;
    this.left = size;
    this.entry = entry;
    this.key = key;
    this.wanted = wanted;
    this.digest = wanted == null ? null : BlobHash.newDigest();
  }

  /**
   * Bytes that prove themselves as they are read.
   *
   * @param in its IOExceptions say that the bytes are not what was encrypted; it may have more
   * @param size how many bytes of it
   * @param entry names the store in failures
   */
  static CheckedBody part(InputStream in, long size, String entry, ObjectKey key) {
    return new CheckedBody(in, size, entry, key, false, null);
  }

  /** The same, and behind these bytes {@code in} ends, which proves the last of them. */
  static CheckedBody whole(InputStream in, long size, String entry, ObjectKey key) {
    return new CheckedBody(in, size, entry, key, true, null);
  }

  /** Bytes that are good when all of them together have this hash. */
  static CheckedBody withHash(
      InputStream in, long size, String entry, ObjectKey key, BlobHash wanted) {
    return new CheckedBody(in, size, entry, key, true, wanted);
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      check();
      return -1;
    }
    int count = readOn(buffer, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw corrupt("the object ends " + left + " bytes early", null);
    }
    left -= count;
    if (digest != null) {
      digest.update(buffer, offset, count);
    }
    if (left == 0) {
      check();
    }
    return count;
  }

  private int readOn(byte[] buffer, int offset, int length) {
    try {
      return in.read(buffer, offset, length);
    } catch (IOException e) {
      throw corrupt("the object was damaged or cut: it cannot be decrypted", e);
    }
  }

  private void check() {
    if (checked) {
      return;
    }
    if (whole && readOn(new byte[1], 0, 1) >= 0) {
      throw corrupt("the object has more bytes than its length says", null);
    }
    if (digest != null && !BlobHash.of(digest.digest()).equals(wanted)) {
      throw corrupt(
          "the object is not encrypted, and its bytes do not have the hash of its name", null);
    }
    checked = true;
  }

  /** Reads the rest. */
  void drain() {
    byte[] rest = new byte[(int) Math.max(1, Math.min(BUFFER_BYTES, left))];
    while (read(rest, 0, rest.length) >= 0) {
      // each read is checked
    }
  }

  private PermanentStoreException corrupt(String summary, @Nullable Throwable cause) {
    return new PermanentStoreException(
        FailureDetail.of(FailureKind.CORRUPT, StoreOperation.READ, entry, key, summary), cause);
  }

  @Override
  public void close() {
    // belongs to the store
  }
}
