package dev.cairn.store.layer;

import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.Content;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.OpenUpload;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreOperation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The one place where an operation is repeated: below it clients do not retry, above it nobody
 * repeats a failure that it stamped as exhausted. Thread-safe.
 *
 * <p>A conditional put that is refused on a later attempt may have been stored by an earlier one
 * whose answer was lost. The object that is there is read back then, and if it has the wanted bytes
 * the put has succeeded.
 *
 * <p>Right: {@code Encrypted(Retrying(Timeout(backend)))}. Each attempt has its own bound, and what
 * is repeated is the request as it goes to the backend.
 *
 * <p>Wrong: {@code Timeout(Retrying(backend))}, where one bound covers all attempts, and {@code
 * Retrying(Retrying(backend))}, where five attempts become twenty-five and an outage is known after
 * minutes.
 */
final class RetryingBlobStore extends ForwardingBlobStore {

  private final String entry;
  private final GuardedCalls calls;

  RetryingBlobStore(String entry, BlobStore delegate, GuardedCalls calls) {
    super(delegate);
    this.entry = entry;
    this.calls = calls;
  }

  @Override
  public void initialize() {
    calls.run(
        StoreOperation.INITIALIZE,
        null,
        () -> {
          delegate().initialize();
          return true;
        });
  }

  @Override
  public Optional<ObjectInfo> stat(ObjectKey key) {
    return calls.run(StoreOperation.STAT, key, () -> delegate().stat(key));
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    return calls.run(StoreOperation.READ, key, () -> delegate().read(key, range, handler));
  }

  /**
   * {@inheritDoc}
   *
   * @throws PermanentStoreException UNSUPPORTED for content that can be opened only once
   */
  @Override
  public PutResult put(PutRequest request) {
    if (request.content() instanceof Content.OneShot) {
      throw new PermanentStoreException(
          FailureDetail.of(
              FailureKind.UNSUPPORTED,
              StoreOperation.PUT,
              entry,
              request.key(),
              "content that can be opened only once cannot be sent again"),
          null);
    }
    AtomicInteger attempts = new AtomicInteger();
    return calls.run(
        StoreOperation.PUT,
        request.key(),
        () -> attempts.incrementAndGet() == 1 ? delegate().put(request) : putAgain(request));
  }

  private PutResult putAgain(PutRequest request) {
    try {
      return delegate().put(request);
    } catch (PermanentStoreException e) {
      boolean refused =
          e.kind() == FailureKind.PRECONDITION_FAILED
              && !(request.condition() instanceof PutCondition.Always);
      if (!refused) {
        throw e;
      }
      ObjectInfo stored = StoredContent.equalTo(request, delegate()).orElseThrow(() -> e);
      return new PutResult(stored.version(), request.sha256()); // its bytes were read just now
    }
  }

  @Override
  public void delete(ObjectKey key) {
    calls.run(
        StoreOperation.DELETE,
        key,
        () -> {
          delegate().delete(key);
          return true;
        });
  }

  @Override
  public ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return calls.run(StoreOperation.LIST, null, () -> delegate().list(prefix, after, limit));
  }

  @Override
  public List<OpenUpload> openUploads() {
    return calls.run(StoreOperation.LIST, null, () -> delegate().openUploads());
  }

  @Override
  public void abort(OpenUpload upload) {
    calls.run(
        StoreOperation.ABORT,
        upload.key(),
        () -> {
          delegate().abort(upload);
          return true;
        });
  }

  @Override
  public void sync() {
    calls.run(
        StoreOperation.SYNC,
        null,
        () -> {
          delegate().sync();
          return true;
        });
  }
}
