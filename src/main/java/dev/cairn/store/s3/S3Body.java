package dev.cairn.store.s3;

import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * The body of one read: counts, throws the port's failures, and remembers the first, so that a
 * handler which swallows it does not turn a cut body into a success. For one thread.
 */
final class S3Body extends InputStream {

  private static final int DRAIN_BUFFER = 64 * 1024;

  private final ResponseInputStream<GetObjectResponse> in;
  private final long expected;
  private final ObjectKey key;
  private final S3Failures failures;
  private final InterruptWatch.Wait wait;
  private long count;
  private boolean ended;
  private @Nullable RuntimeException failure;

  S3Body(
      ResponseInputStream<GetObjectResponse> in,
      long expected,
      ObjectKey key,
      S3Failures failures,
      InterruptWatch watch) {
    this.in = in;
    this.expected = expected;
    this.key = key;
    this.failures = failures;
    this.wait = watch.begin(in::abort);
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    if (failure != null) {
      throw failure;
    }
    try {
      int read = in.read(buffer, offset, length);
      return read < 0 ? end() : counted(read);
    } catch (IOException | SdkException e) {
      throw remember(failures.translate(StoreOperation.READ, key, e));
    }
  }

  private int counted(int read) {
    count += read;
    return read;
  }

  private int end() {
    if (count != expected) {
      throw remember(
          failures.retryable(
              FailureKind.CONNECTION,
              StoreOperation.READ,
              key,
              "body ended after " + count + " of " + expected + " bytes",
              null));
    }
    ended = true;
    return -1;
  }

  private RuntimeException remember(RuntimeException e) {
    failure = e;
    return e;
  }

  /** Reads what the handler left; throws what went wrong, also when the handler swallowed it. */
  void finish() {
    byte[] buffer = new byte[(int) Math.min(DRAIN_BUFFER, expected - count + 1)];
    int read = read(buffer, 0, buffer.length);
    while (read >= 0) {
      read = read(buffer, 0, buffer.length);
    }
  }

  /** Left to the store, which drains the body or aborts the request. */
  @Override
  public void close() {
    // see release()
  }

  /** Gives the connection back when the body was read to its end, else drops it. */
  void release() {
    wait.close();
    if (!ended) {
      in.abort();
      return;
    }
    try {
      in.close();
    } catch (IOException | SdkException e) {
      in.abort(); // read to its end, so that nothing is lost with the connection
    }
  }
}
