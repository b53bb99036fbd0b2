package dev.cairn.store.layer;

import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.OpenUpload;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreDescription;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Passes every call on to another store; layers override what they change. */
abstract class ForwardingBlobStore implements BlobStore {

  private final BlobStore delegate;

  ForwardingBlobStore(BlobStore delegate) {
    this.delegate = delegate;
  }

  /** The store below. */
  final BlobStore delegate() {
    return delegate;
  }

  @Override
  public StoreDescription describe() {
    return delegate.describe();
  }

  @Override
  public void initialize() {
    delegate.initialize();
  }

  @Override
  public Optional<ObjectInfo> stat(ObjectKey key) {
    return delegate.stat(key);
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    return delegate.read(key, range, handler);
  }

  @Override
  public PutResult put(PutRequest request) {
    return delegate.put(request);
  }

  @Override
  public void delete(ObjectKey key) {
    delegate.delete(key);
  }

  @Override
  public ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return delegate.list(prefix, after, limit);
  }

  @Override
  public List<OpenUpload> openUploads() {
    return delegate.openUploads();
  }

  @Override
  public void abort(OpenUpload upload) {
    delegate.abort(upload);
  }

  @Override
  public void sync() {
    delegate.sync();
  }

  @Override
  public void close() {
    delegate.close();
  }
}
