package dev.cairn.admin.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.admin.api.problem.ProblemException;
import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore.BodyHandler;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectMetadata;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlobBodyTest {
  private static final byte[] BYTES = bytes();
  private static final BlobHash HASH = BlobHash.of(BlobHash.newDigest().digest(BYTES));
  private static final RetryableStoreException BROKEN =
      new RetryableStoreException(
          FailureDetail.of(FailureKind.CONNECTION, StoreOperation.READ, "main", HASH.key(), "cut"),
          null);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void wholeBlobIsSent() throws IOException {
    body(handler -> attempt(handler, BYTES.length)).write(out);
    assertArrayEquals(BYTES, out.toByteArray());
  }

  @Test
  void repeatedReadsSendNothingTwice() throws IOException {
    body(handler -> {
          assertThrows(RetryableStoreException.class, () -> attempt(handler, 70_000));
          assertThrows(RetryableStoreException.class, () -> attempt(handler, 10));
          assertThrows(RetryableStoreException.class, () -> attempt(handler, 150_000));
          attempt(handler, BYTES.length);
        })
        .write(out);
    assertArrayEquals(BYTES, out.toByteArray());
  }

  @Test
  void failureBeforeTheFirstByteLeavesTheAnswerEmpty() {
    RetryableStoreException seen =
        assertThrows(
            RetryableStoreException.class, () -> body(handler -> attempt(handler, 0)).write(out));
    assertSame(BROKEN, seen);
    assertEquals(0, out.size());
  }

  @Test
  void blobOfAnotherSizeThanRegisteredIsNotSent() {
    BlobBody body = new BlobBody("x", BYTES.length + 1, handler -> attempt(handler, BYTES.length));
    ProblemException refused = assertThrows(ProblemException.class, () -> body.write(out));
    assertEquals(ProblemCode.BLOB_DAMAGED, refused.problem().code());
    assertEquals(0, out.size());
  }

  @Test
  void clientThatWentAwayIsNoFailureOfTheStorage() {
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    BlobBody body = body(handler -> attempt(handler, BYTES.length));
    ProblemException seen = assertThrows(ProblemException.class, () -> body.write(gone));
    assertEquals(ProblemCode.CONNECTION_BROKEN, seen.problem().code());
  }

  private static BlobBody body(BlobBody.Source source) {
    return new BlobBody(HASH.hex(), BYTES.length, source);
  }

  /** One attempt of a store whose connection breaks after so many bytes. */
  private static void attempt(BodyHandler<Long> handler, int breaksAfter) {
    try {
      handler.handle(info(), new BreakingStream(breaksAfter));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectInfo info() {
    return new ObjectInfo(
        HASH.key(),
        BYTES.length,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ObjectMetadata.NONE);
  }

  private static byte[] bytes() {
    byte[] bytes = new byte[200_000];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static final class BreakingStream extends InputStream {
    private final InputStream bytes = new ByteArrayInputStream(BYTES);
    private int left;

    BreakingStream(int left) {
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (left == 0 && bytes.available() > 0) {
        throw BROKEN;
      }
      int got = bytes.read(buffer, offset, Math.min(length, Math.max(1, left)));
      left -= Math.max(0, got);
      return got;
    }
  }
}
