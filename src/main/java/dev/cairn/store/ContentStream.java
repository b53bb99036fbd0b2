package dev.cairn.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The content of a put on its way into a backend: exactly the promised number of bytes, or a
 * failure <em>before</em> the last byte is handed out, so that a backend which counts bytes never
 * completes an object from content that is too short or too long.
 *
 * <p>Client libraries wrap what a stream throws. A backend therefore asks {@link #failure} first
 * when a put failed, and throws what it finds there as it is:
 *
 * <ul>
 *   <li>the content's IOException as {@link UncheckedIOException},
 *   <li>a length that is not the promised one as permanent {@link FailureKind#CORRUPT},
 *   <li>a runtime exception (such as the {@link StoreFailure} of a store that is read from) itself.
 * </ul>
 *
 * <p>Closing it closes the content, but not a {@link Content.OneShot}, which belongs to the caller.
 * Read by one thread at a time; {@link #failure} may be asked from another.
 */
public final class ContentStream extends InputStream {

  private final PutRequest request;
  private final String backend;
  private final InputStream in;
  private long left;
  private boolean endSeen;
  private volatile @Nullable RuntimeException failure;

  private ContentStream(PutRequest request, String backend, InputStream in) {
    this.request = request;
    this.backend = backend;
    this.in = in;
    this.left = request.content().size();
  }

  /**
   * Opens the content of {@code request}. What promises no bytes is read at once, because a client
   * library may not read it at all.
   *
   * @param backend names the backend in failures
   * @throws UncheckedIOException when the content cannot be opened
   * @throws PermanentStoreException {@link FailureKind#CORRUPT} when there are bytes and none were
   *     promised
   */
  public static ContentStream open(PutRequest request, String backend) {
    try {
      ContentStream stream = new ContentStream(request, backend, request.content().open());
      if (stream.left == 0) {
        stream.requireEndOrClose();
      }
      return stream;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireEndOrClose() throws IOException {
    try {
      requireEnd();
    } finally {
      if (!endSeen) {
        close();
      }
    }
  }

  /** What made this stream fail, or null while nothing did. */
  public @Nullable RuntimeException failure() {
    return failure;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    RuntimeException before = failure;
    if (before != null) {
      throw before;
    }
    if (length == 0) {
      return 0;
    }
    try {
      return readExactly(buffer, offset, length);
    } catch (IOException e) {
      throw remember(new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw remember(e);
    }
  }

  private int readExactly(byte[] buffer, int offset, int length) throws IOException {
    if (left == 0) {
      requireEnd();
      return -1;
    }
    int count = in.read(buffer, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw wrongLength("content ended " + left + " bytes early");
    }
    left -= count;
    if (left == 0) {
      requireEnd();
    }
    return count;
  }

  private void requireEnd() throws IOException {
    if (!endSeen && in.read() >= 0) {
      throw wrongLength("content has more bytes than it promised");
    }
    endSeen = true;
  }

  private PermanentStoreException wrongLength(String summary) {
    return new PermanentStoreException(
        FailureDetail.of(
            FailureKind.CORRUPT,
            StoreOperation.PUT,
            backend,
            request.key(),
            summary + ", promised were " + request.content().size()),
        null);
  }

  private RuntimeException remember(RuntimeException e) {
    failure = e;
    return e;
  }

  @Override
  public void close() throws IOException {
    if (!(request.content() instanceof Content.OneShot)) {
      in.close();
    }
  }
}
