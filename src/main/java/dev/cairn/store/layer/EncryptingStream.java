package dev.cairn.store.layer;

import dev.cairn.store.BlobHash;
import dev.cairn.store.ContentStream;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutRequest;
import dev.cairn.store.StoreOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the content of a put as it is read: head, then ciphertext. What the request promises of
 * the plaintext, its length and its SHA-256, is checked before the last segment is handed out, so
 * that no object is ever complete without it. Holds two segments of 64 KiB beside the cipher's own
 * two, whatever the length. Not thread-safe.
 */
final class EncryptingStream extends InputStream {

  private static final int STEP = 64 * 1024;

  private final PutRequest request;
  private final String entry;
  private final ContentStream plain;
  private final @Nullable MessageDigest digest;
  private final Ready ready = new Ready();
  private final OutputStream encrypting;
  private final byte[] step;
  private boolean ended;

  /** Ciphertext that waits to be read. */
  private static final class Ready extends ByteArrayOutputStream {
    private int taken;

    Ready() {
      super(STEP);
    }

    int available() {
      return count - taken;
    }

    int take(byte[] buffer, int offset, int length) {
      int taking = Math.min(length, available());
      System.arraycopy(buf, taken, buffer, offset, taking);
      taken += taking;
      if (available() == 0) {
        reset();
        taken = 0;
      }
      return taking;
    }
  }

  /**
   * Opens the content.
   *
   * @param entry names the store in failures
   */
  EncryptingStream(PutRequest request, String entry, SegmentCipher cipher) throws IOException {
    this.request = request;
    this.entry = entry;
    this.digest = request.sha256().isPresent() ? BlobHash.newDigest() : null;
    this.step = new byte[(int) Math.max(1, Math.min(STEP, request.content().size()))];
    ready.write(cipher.head());
    this.encrypting = cipher.encrypting(ready);
    this.plain = ContentStream.open(request, entry);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (ready.available() == 0) {
      if (ended) {
        return -1;
      }
      encryptMore();
    }
    return ready.take(buffer, offset, length);
  }

  private void encryptMore() throws IOException {
    int count = plain.read(step, 0, step.length);
    if (count < 0) {
      requireWantedHash();
      ended = true;
      encrypting.close();
    } else {
      encrypting.write(step, 0, count);
      if (digest != null) {
        digest.update(step, 0, count);
      }
    }
  }

  private void requireWantedHash() {
    if (digest != null && !BlobHash.of(digest.digest()).equals(request.sha256().orElseThrow())) {
      throw new PermanentStoreException(
          FailureDetail.of(
              FailureKind.CORRUPT,
              StoreOperation.PUT,
              entry,
              request.key(),
              "the content has another SHA-256 than the request says"),
          null);
    }
  }

  @Override
  public void close() throws IOException {
    plain.close();
  }
}
