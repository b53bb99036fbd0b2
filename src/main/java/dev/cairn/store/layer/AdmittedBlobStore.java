package dev.cairn.store.layer;

import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.Content;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.OpenUpload;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends no more than the backend and the operator allow: requests wait to be admitted, bodies are
 * slowed down. A read counts as a request until its answer begins. Thread-safe.
 *
 * <p>Right: {@code Retrying(Admitted(Timeout(backend)))}. Each attempt asks anew, and no bound runs
 * while it waits.
 *
 * <p>Wrong: {@code Admitted(Retrying(Timeout(backend)))}. An operation would keep its place while
 * it waits between two attempts, and its attempts would not be counted.
 */
final class AdmittedBlobStore extends ForwardingBlobStore {

  private final Admission admission;

  AdmittedBlobStore(BlobStore delegate, Admission admission) {
    super(delegate);
    this.admission = admission;
  }

  private <T extends @Nullable Object> T admitted(
      StoreOperation operation, @Nullable ObjectKey key, Supplier<T> request) {
    Admission.Ticket ticket = admission.admit(operation, key);
    try {
      return request.get();
    } catch (RetryableStoreException e) {
      ticket.answered(e.kind() == FailureKind.THROTTLED);
      throw e;
    } finally {
      ticket.answered(false);
    }
  }

  @Override
  public void initialize() {
    admitted(
        StoreOperation.INITIALIZE,
        null,
        () -> {
          delegate().initialize();
          return true;
        });
  }

  @Override
  public Optional<ObjectInfo> stat(ObjectKey key) {
    return admitted(StoreOperation.STAT, key, () -> delegate().stat(key));
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    Admission.Ticket ticket = admission.admit(StoreOperation.READ, key);
    try {
      return delegate()
          .read(
              key,
              range,
              (info, body) -> {
                ticket.answered(false);
                return handler.handle(info, new PacedStream(body, StoreOperation.READ, key));
              });
    } catch (RetryableStoreException e) {
      ticket.answered(e.kind() == FailureKind.THROTTLED);
      throw e;
    } finally {
      ticket.answered(false);
    }
  }

  @Override
  public PutResult put(PutRequest request) {
    if (request.content() instanceof Content.Bytes bytes) {
      admission.pass(bytes.size(), StoreOperation.PUT, request.key());
      return admitted(StoreOperation.PUT, request.key(), () -> delegate().put(request));
    }
    PutRequest paced = request.withContent(paced(request.content(), request.key()));
    return admitted(StoreOperation.PUT, request.key(), () -> delegate().put(paced));
  }

  private Content paced(Content content, ObjectKey key) {
    if (content instanceof Content.OneShot once) {
      return new Content.OneShot(
          once.size(), new PacedStream(once.stream(), StoreOperation.PUT, key));
    }
    return new Content.Reopenable() {
      @Override
      public long size() {
        return content.size();
      }

      @Override
      public InputStream open() throws IOException {
        return new PacedStream(content.open(), StoreOperation.PUT, key);
      }
    };
  }

  @Override
  public void delete(ObjectKey key) {
    admitted(
        StoreOperation.DELETE,
        key,
        () -> {
          delegate().delete(key);
          return true;
        });
  }

  @Override
  public ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return admitted(StoreOperation.LIST, null, () -> delegate().list(prefix, after, limit));
  }

  @Override
  public List<OpenUpload> openUploads() {
    return admitted(StoreOperation.LIST, null, () -> delegate().openUploads());
  }

  @Override
  public void abort(OpenUpload upload) {
    admitted(
        StoreOperation.ABORT,
        upload.key(),
        () -> {
          delegate().abort(upload);
          return true;
        });
  }

  /** Bytes no faster than they may pass. */
  private final class PacedStream extends FilterInputStream {
    private final StoreOperation operation;
    private final ObjectKey key;

    PacedStream(InputStream in, StoreOperation operation, ObjectKey key) {
      super(in);
      this.operation = operation;
      this.key = key;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      if (count > 0) {
        admission.pass(count, operation, key);
      }
      return count;
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }
}
