package dev.cairn.store.azure;

import dev.cairn.store.CountedBody;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreOperation;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/** The body of one read, taken from the client one buffer at a time. For one thread. */
final class AzureBody extends CountedBody {

  /** What the client says: a buffer, a failure, or, with neither, the end. */
  private record Signal(@Nullable ByteBuffer bytes, @Nullable Throwable error) {}

  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private final Receiver receiver = new Receiver();
  private final ObjectKey key;
  private final AzureFailures failures;
  private @Nullable ByteBuffer current;

  AzureBody(Flux<ByteBuffer> body, long expected, ObjectKey key, AzureFailures failures) {
    super(expected, key, failures);
    this.key = key;
    this.failures = failures;
    body.subscribe(receiver);
  }

  /** Asks for one buffer at a time, so that no more than one waits here. */
  private final class Receiver extends BaseSubscriber<ByteBuffer> {
    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      request(1);
    }

    @Override
    protected void hookOnNext(ByteBuffer bytes) {
      signals.add(new Signal(bytes, null));
    }

    @Override
    protected void hookOnComplete() {
      signals.add(new Signal(null, null));
    }

    @Override
    protected void hookOnError(Throwable error) {
      signals.add(new Signal(null, error));
    }
  }

  @Override
  protected int fetch(byte[] buffer, int offset, int length) {
    ByteBuffer bytes = current;
    while (bytes == null || !bytes.hasRemaining()) {
      if (bytes != null) {
        receiver.request(1);
      }
      bytes = next();
      current = bytes;
      if (bytes == null) {
        return -1;
      }
    }
    int read = Math.min(length, bytes.remaining());
    bytes.get(buffer, offset, read);
    return read;
  }

  /** Waits for the next buffer; null at the end. */
  private @Nullable ByteBuffer next() {
    try {
      Signal signal = signals.take();
      if (signal.error() != null) {
        throw failures.translate(StoreOperation.READ, key, signal.error());
      }
      return signal.bytes();
    } catch (InterruptedException e) {
      throw failures.translate(StoreOperation.READ, key, e);
    }
  }

  /** The client gives the connection back by itself at the end of the body. */
  @Override
  public void release() {
    receiver.cancel();
  }
}
