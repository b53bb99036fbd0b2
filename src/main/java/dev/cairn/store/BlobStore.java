package dev.cairn.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The port to one object store: the only way in which Cairn touches bytes at rest.
 *
 * <p>Every method but {@link #describe} and {@link #close} may throw a {@link StoreFailure}, and
 * throws nothing else for what the store does. <b>Absent is a positive answer</b>: it is given only
 * when the provider said that the object is not there. An outage, a denial, a missing bucket, an
 * unmounted root is a failure, never "absent".
 *
 * <p>All methods may be called from any number of threads. Sizes and offsets are bytes. A thread
 * that is interrupted while it waits here ends soon with a retryable {@link FailureKind#CONNECTION}
 * failure and keeps its interrupt flag.
 */
public interface BlobStore extends AutoCloseable {

  /** What this store is; never fails, touches no network. */
  StoreDescription describe();

  /**
   * Verifies that bucket, container or root is usable. Idempotent. Creates nothing but the root of
   * a new local entry.
   *
   * @throws PermanentStoreException {@link FailureKind#INVALID} when it does not exist
   */
  void initialize();

  /**
   * Looks at an object. Idempotent.
   *
   * @return its facts, or empty when the provider said that it is not there
   */
  Optional<ObjectInfo> stat(ObjectKey key);

  /**
   * Reads an object or a part of it. Opening and draining are one attempt. Idempotent.
   *
   * @param range the part, or null for all
   * @param handler consumes the body; called anew, from the first byte, for every attempt
   * @return what the handler returned
   * @throws PermanentStoreException {@link FailureKind#NOT_FOUND} when the object is not there;
   *     {@link FailureKind#INVALID} when the range starts behind the last byte
   * @throws java.io.UncheckedIOException when the handler itself threw an IOException; such a read
   *     is not repeated
   */
  <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler);

  /**
   * Writes an object, whole or not at all: a reader never sees a part of it. Durable on return, but
   * for what {@link #sync} is for. Idempotent where the request has no condition.
   *
   * @return what the store says of the object now stored
   * @throws java.io.UncheckedIOException when the content itself threw an IOException; such a put
   *     is not repeated and stores nothing
   * @throws PermanentStoreException {@link FailureKind#CORRUPT} when the content has another length
   *     than it promised, or another SHA-256 than the request says and the store can check that;
   *     {@link FailureKind#PRECONDITION_FAILED} when the condition does not hold; {@link
   *     FailureKind#INVALID} or {@link FailureKind#UNSUPPORTED} when the store cannot hold such a
   *     key. In all cases nothing is stored
   */
  PutResult put(PutRequest request);

  /** Deletes an object; one that is not there is no failure. Idempotent. */
  void delete(ObjectKey key);

  /**
   * Lists objects in byte order of their keys.
   *
   * @param prefix only keys that begin with it; may be empty
   * @param after only keys behind it, or null to start at the first
   * @param limit most entries of a page, 1 to 1,000
   */
  ListPage list(String prefix, @Nullable ObjectKey after, int limit);

  /**
   * Uploads in parts that were begun here and not ended, whoever began them; none where the store
   * knows no such thing.
   */
  default List<OpenUpload> openUploads() {
    return List.of();
  }

  /** Ends an upload in parts for good; one that has ended is no failure. Idempotent. */
  default void abort(OpenUpload upload) {
    // only stores that have such uploads override this
  }

  /**
   * Barrier: everything put before on this store survives a crash of the machine afterwards. A
   * store whose puts are durable by themselves does nothing.
   */
  void sync();

  /** Releases clients and threads; never fails. */
  @Override
  void close();

  /**
   * Consumes the body of a read.
   *
   * @param <T> result
   */
  @FunctionalInterface
  interface BodyHandler<T extends @Nullable Object> {
    /**
     * Reads from {@code body} what it wants; what is left is drained and checked by the store, so
     * that a body that ends early is a failure, never a success.
     *
     * @param info facts of the object as the read's own answer gave them; {@code size} is that of
     *     the whole object
     * @param body the bytes. Its reads fail with a {@link StoreFailure}, not with an IOException;
     *     the store closes it
     * @throws IOException for the handler's own trouble
     */
    T handle(ObjectInfo info, InputStream body) throws IOException;
  }
}
