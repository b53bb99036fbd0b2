package dev.cairn.store;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The body of one read: counts, throws the port's failures, and remembers the first, so that a
 * handler which swallows it does not turn a cut body into a success. For one thread.
 */
public abstract class CountedBody extends InputStream {

  private static final int DRAIN_BUFFER = 64 * 1024;

  private final long expected;
  private final ObjectKey key;
  private final BackendFailures failures;
  private long count;
  private boolean ended;
  private @Nullable RuntimeException failure;

  /**
   * @param expected bytes that the provider announced
   */
  protected CountedBody(long expected, ObjectKey key, BackendFailures failures) {
    this.expected = expected;
    this.key = key;
    this.failures = failures;
  }

  /**
   * Reads some bytes, as {@link InputStream#read(byte[], int, int)} does.
   *
   * @param length at least 1
   * @throws RuntimeException the port's
   */
  protected abstract int fetch(byte[] buffer, int offset, int length);

  @Override
  public final int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public final int read(byte[] buffer, int offset, int length) {
    if (failure != null) {
      throw failure;
    }
    if (length == 0 || ended) {
      return ended ? -1 : 0;
    }
    try {
      int read = fetch(buffer, offset, length);
      if (read < 0) {
        requireWhole();
        ended = true;
      } else {
        count += read;
      }
      return read;
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  private void requireWhole() {
    if (count != expected) {
      throw failures.retryable(
          FailureKind.CONNECTION,
          StoreOperation.READ,
          key,
          "body ended after " + count + " of " + expected + " bytes",
          null);
    }
  }

  /** Reads what the handler left; throws what went wrong, also when the handler swallowed it. */
  public final void finish() {
    byte[] buffer = new byte[(int) Math.max(1, Math.min(DRAIN_BUFFER, expected - count + 1))];
    int read = read(buffer, 0, buffer.length);
    while (read >= 0) {
      read = read(buffer, 0, buffer.length);
    }
  }

  /** True once the body was read to its end, and was whole. */
  protected final boolean ended() {
    return ended;
  }

  /** Left to the store, which calls {@link #release}. */
  @Override
  public final void close() {
    // see release()
  }

  /** Gives the connection back when the body was read to its end, else drops it. */
  public abstract void release();
}
