package dev.cairn.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store behind all its layers. Callers use it as a {@link BlobStore}; only the copier of large
 * blobs needs more.
 */
public interface ChainedStore extends BlobStore {

  /**
   * The same store without its retry layer, for a caller that repeats a whole transfer itself
   * inside {@link #guarded}. It takes {@link Content.OneShot}. Closing it does nothing.
   */
  BlobStore singleAttempt();

  /**
   * Tells whether an object is stored as this entry would store it now; one request.
   *
   * @throws PermanentStoreException {@link FailureKind#INVALID} when it is encrypted with a key
   *     that the entry does not have, or in a format of another version
   */
  HeadCheck headCheck(ObjectKey key);

  /**
   * Runs {@code attempt} under this store's retry policy: the same attempts, waits, bounds and log
   * lines as one operation of the store.
   *
   * @param operation named in log lines
   * @param key named in log lines
   * @param attempt one whole attempt, repeatable; uses {@link #singleAttempt} stores
   * @throws RetryableStoreException exhausted
   */
  <T extends @Nullable Object> T guarded(
      StoreOperation operation, ObjectKey key, Supplier<T> attempt);
}
