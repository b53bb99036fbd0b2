package dev.cairn.store.azure;

import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.models.BlobDownloadAsyncResponse;
import com.azure.storage.blob.models.BlobDownloadHeaders;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.DownloadRetryOptions;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.ContentRange;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.ObjectMetadata;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreFailure;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Objects as block blobs in an Azure container.
 *
 * <p>Each operation but a put of more than 4 MiB is one request, and none is repeated here. Bodies
 * are streamed; a put holds one block of 4 MiB, or more where a blob needs larger ones than 50,000
 * of these.
 *
 * <p>Thread-safe.
 */
public final class AzureBlobStore implements BlobStore {

  private final AzureSettings settings;
  private final BlobContainerAsyncClient client;
  private final AzureFailures failures;
  private final AzureListing listing;
  private final AzurePut puts;

  /** Makes a store; no request is sent. */
  public AzureBlobStore(AzureSettings settings) {
    this(settings, InstantSource.system());
  }

  AzureBlobStore(AzureSettings settings, InstantSource clock) {
    this.settings = settings;
    this.client = AzureClients.create(settings);
    this.failures = new AzureFailures(settings.name(), clock);
    this.listing = new AzureListing(client, settings, failures);
    this.puts =
        new AzurePut(
            settings, failures, full -> client.getBlobAsyncClient(full).getBlockBlobAsyncClient());
  }

  private BlobAsyncClient blob(ObjectKey key, StoreOperation operation) {
    return client.getBlobAsyncClient(settings.fullKey(key, operation, failures));
  }

  @Override
  public StoreDescription describe() {
    return settings.description();
  }

  @Override
  public void initialize() {
    listing.probe(StoreOperation.INITIALIZE);
  }

  @Override
  public Optional<ObjectInfo> stat(ObjectKey key) {
    BlobAsyncClient blob = blob(key, StoreOperation.STAT);
    try {
      BlobProperties told = blob.getProperties().block();
      if (told == null || told.getETag() == null) {
        throw notAzure(StoreOperation.STAT, key);
      }
      return Optional.of(
          info(
              key,
              told.getBlobSize(),
              told.getETag(),
              told.getLastModified(),
              AzureMetadata.of(told)));
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(StoreOperation.STAT, key, e);
      if (isAbsent(translated, StoreOperation.STAT, key)) {
        return Optional.empty();
      }
      throw translated;
    }
  }

  /** True when the object is not there; a 404 without code may be the container's. */
  private boolean isAbsent(RuntimeException translated, StoreOperation operation, ObjectKey key) {
    if (!(translated instanceof StoreFailure failure) || failure.kind() != FailureKind.NOT_FOUND) {
      return false;
    }
    if (failure.detail().code() == null) {
      requireContainer(operation, key);
    }
    return true;
  }

  private void requireContainer(StoreOperation operation, ObjectKey key) {
    try {
      client.getProperties().block();
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(operation, key, e);
      if (translated instanceof StoreFailure failure && failure.kind() == FailureKind.NOT_FOUND) {
        throw failures.permanent(
            FailureKind.INVALID,
            operation,
            key,
            "container " + settings.container() + " does not exist");
      }
      throw translated;
    }
  }

  private static ObjectInfo info(
      ObjectKey key,
      long size,
      String version,
      @Nullable OffsetDateTime modified,
      ObjectMetadata metadata) {
    return new ObjectInfo(
        key,
        size,
        Optional.of(version),
        Optional.ofNullable(modified).map(OffsetDateTime::toInstant),
        Optional.empty(),
        metadata);
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    BlobDownloadAsyncResponse answer = open(key, range);
    BlobDownloadHeaders told = answer.getDeserializedHeaders();
    long length = told.getContentLength() == null ? -1 : told.getContentLength();
    AzureBody body = new AzureBody(answer.getValue(), length, key, failures);
    try {
      T result = handler.handle(info(key, told, range), body);
      body.finish();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      body.release();
    }
  }

  private BlobDownloadAsyncResponse open(ObjectKey key, @Nullable ByteRange range) {
    BlobAsyncClient blob = blob(key, StoreOperation.READ);
    BlobRange part = range == null ? null : new BlobRange(range.offset(), length(range));
    try {
      BlobDownloadAsyncResponse answer =
          blob.downloadStreamWithResponse(
                  part, new DownloadRetryOptions().setMaxRetryRequests(0), null, false)
              .block();
      if (answer == null) {
        throw notAzure(StoreOperation.READ, key);
      }
      return answer;
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(StoreOperation.READ, key, e);
      isAbsent(translated, StoreOperation.READ, key);
      throw translated;
    }
  }

  private static @Nullable Long length(ByteRange range) {
    boolean endless = range.length() - 1 > Long.MAX_VALUE - range.offset();
    return endless ? null : range.length();
  }

  private ObjectInfo info(ObjectKey key, BlobDownloadHeaders told, @Nullable ByteRange range) {
    if (told.getETag() == null || told.getContentLength() == null) {
      throw notAzure(StoreOperation.READ, key);
    }
    long size = told.getContentLength();
    if (range != null) {
      size =
          ContentRange.objectSize(range, told.getContentRange(), size)
              .orElseThrow(
                  () ->
                      failures.permanent(
                          FailureKind.UNSUPPORTED,
                          StoreOperation.READ,
                          key,
                          "the service answered another range than the one asked for"));
      if (size <= range.offset()) {
        throw failures.permanent(
            FailureKind.INVALID, StoreOperation.READ, key, "the range starts behind the last byte");
      }
    }
    return info(key, size, told.getETag(), told.getLastModified(), AzureMetadata.of(told));
  }

  @Override
  public PutResult put(PutRequest request) {
    return puts.put(request);
  }

  @Override
  public void delete(ObjectKey key) {
    BlobAsyncClient blob = blob(key, StoreOperation.DELETE);
    try {
      blob.delete().block();
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(StoreOperation.DELETE, key, e);
      if (!isAbsent(translated, StoreOperation.DELETE, key)) {
        throw translated;
      }
    }
  }

  @Override
  public ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    if (limit < 1 || limit > 1000) {
      throw new IllegalArgumentException("limit must be 1 to 1000, was " + limit);
    }
    return listing.page(prefix, after, limit);
  }

  @Override
  public void sync() {
    // Azure acknowledges only what is durable
  }

  @Override
  public void close() {
    // the client keeps nothing but threads that end by themselves
  }

  private RuntimeException notAzure(StoreOperation operation, ObjectKey key) {
    return failures.permanent(
        FailureKind.INVALID, operation, key, "the answer is not that of Azure Blob Storage");
  }
}
