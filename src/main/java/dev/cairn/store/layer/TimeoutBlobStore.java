package dev.cairn.store.layer;

import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.OpenUpload;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Bounds every attempt, against a peer that never answers and against a body that stalls. The
 * attempt runs on a thread of its own, and so does a read's handler: no JNDI, transaction or batch
 * context there. A caller that gives up leaves the thread behind, interrupted and with its body cut
 * off. Thread-safe.
 *
 * <p>Right: {@code Retrying(Timeout(backend))}. The bound is on one attempt, and the next attempt
 * gets its own.
 *
 * <p>Wrong: {@code Timeout(Retrying(backend))}. The bound would cover all attempts and their waits:
 * the first silent peer uses it up, no second attempt is made, and a wait that a server asked for
 * ends as a timeout.
 */
final class TimeoutBlobStore extends ForwardingBlobStore {

  private final String entry;
  private final Timeouts timeouts;
  private final TimedCalls calls;

  TimeoutBlobStore(String entry, BlobStore delegate, Timeouts timeouts, TimedCalls calls) {
    super(delegate);
    this.entry = entry;
    this.timeouts = timeouts;
    this.calls = calls;
  }

  private <T extends @Nullable Object> T timed(
      StoreOperation operation, @Nullable ObjectKey key, Duration bound, Function<Watch, T> work) {
    return calls.run(new TimedCalls.Call(entry, operation, key, bound, bound), work);
  }

  @Override
  public void initialize() {
    timed(
        StoreOperation.INITIALIZE,
        null,
        timeouts.metadata(),
        watch -> {
          delegate().initialize();
          return true;
        });
  }

  @Override
  public Optional<ObjectInfo> stat(ObjectKey key) {
    return timed(StoreOperation.STAT, key, timeouts.metadata(), watch -> delegate().stat(key));
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    TimedCalls.Call call =
        new TimedCalls.Call(
            entry, StoreOperation.READ, key, timeouts.firstByte(), timeouts.stall());
    return calls.run(
        call,
        watch -> delegate().read(key, range, (info, body) -> handle(handler, info, body, watch)));
  }

  private static <T extends @Nullable Object> T handle(
      BodyHandler<T> handler, ObjectInfo info, InputStream body, Watch watch) throws IOException {
    watch.pause();
    boolean good = false;
    try {
      watch.requireNotCutOff();
      WatchedBody watched = new WatchedBody(body, watch);
      T result = handler.handle(info, watched);
      watched.drain();
      good = true;
      return result;
    } finally {
      watch.resume(good);
    }
  }

  @Override
  public PutResult put(PutRequest request) {
    return timed(
        StoreOperation.PUT,
        request.key(),
        timeouts.stall(),
        watch -> delegate().put(request.withContent(WatchedContent.of(request.content(), watch))));
  }

  @Override
  public void delete(ObjectKey key) {
    timed(
        StoreOperation.DELETE,
        key,
        timeouts.metadata(),
        watch -> {
          delegate().delete(key);
          return true;
        });
  }

  @Override
  public ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return timed(
        StoreOperation.LIST, null, timeouts.list(), watch -> delegate().list(prefix, after, limit));
  }

  @Override
  public List<OpenUpload> openUploads() {
    return timed(StoreOperation.LIST, null, timeouts.list(), watch -> delegate().openUploads());
  }

  @Override
  public void abort(OpenUpload upload) {
    timed(
        StoreOperation.ABORT,
        upload.key(),
        timeouts.metadata(),
        watch -> {
          delegate().abort(upload);
          return true;
        });
  }

  @Override
  public void sync() {
    timed(
        StoreOperation.SYNC,
        null,
        timeouts.stall(),
        watch -> {
          delegate().sync();
          return true;
        });
  }
}
