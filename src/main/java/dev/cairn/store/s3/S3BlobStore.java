package dev.cairn.store.s3;

import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.ContentRange;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.OpenUpload;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreFailure;
import dev.cairn.store.StoreOperation;
import dev.cairn.store.UploadJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * Objects in an S3 bucket.
 *
 * <p>Each operation is one request and is never repeated here. The credentials need to list the
 * bucket, not only its objects: without that right S3 answers 403 for an object that is not there,
 * and Cairn will not take that for <em>absent</em>.
 *
 * <p>Bodies are streamed in both directions; a transfer holds less than 1 MiB of memory, whatever
 * the size of the object. One of more than 5 GiB, unless it is set to less, goes in parts, which is
 * several requests; its upload is journaled before the first part, and aborted when it fails.
 *
 * <p>Thread-safe.
 */
public final class S3BlobStore implements BlobStore {

  private final S3Settings settings;
  private final InterruptWatch watch;
  private final S3HttpClient http;
  private final S3Client client;
  private final S3Failures failures;
  private final BucketEvidence bucket;
  private final S3Listing listing;
  private final S3Multipart multipart;
  private final S3Put puts;

  /**
   * Makes a store; no request is sent.
   *
   * @param journal remembers its uploads in parts
   */
  public S3BlobStore(S3Settings settings, UploadJournal journal) {
    this(settings, journal, InstantSource.system());
  }

  S3BlobStore(S3Settings settings, UploadJournal journal, InstantSource clock) {
    this.settings = settings;
    this.watch = new InterruptWatch(settings.name());
    this.http = new S3HttpClient(S3Clients.http(settings.limits()), watch);
    this.client = S3Clients.create(settings, http);
    this.failures = new S3Failures(settings.name(), clock);
    this.bucket = new BucketEvidence(client, settings.bucket(), failures, clock);
    this.listing = new S3Listing(client, settings, failures);
    this.multipart = new S3Multipart(client, settings, failures, journal, clock);
    this.puts = new S3Put(client, settings, failures, multipart);
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
    HeadObjectRequest.Builder request =
        HeadObjectRequest.builder()
            .bucket(settings.bucket())
            .key(settings.fullKey(key, StoreOperation.STAT, failures));
    if (settings.checksum() == S3Checksum.SHA256) {
      request.checksumMode(ChecksumMode.ENABLED);
    }
    try {
      return Optional.of(info(key, client.headObject(request.build())));
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(StoreOperation.STAT, key, e);
      if (translated instanceof StoreFailure failure && failure.kind() == FailureKind.NOT_FOUND) {
        bucket.require(StoreOperation.STAT, key);
        return Optional.empty();
      }
      throw translated;
    }
  }

  private ObjectInfo info(ObjectKey key, HeadObjectResponse answer) {
    if (answer.eTag() == null || answer.contentLength() == null) {
      throw notS3(StoreOperation.STAT, key);
    }
    return new ObjectInfo(
        key,
        answer.contentLength(),
        Optional.of(answer.eTag()),
        Optional.ofNullable(answer.lastModified()),
        S3Put.wholeObjectHash(answer.checksumSHA256()),
        S3Metadata.of(answer));
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    ResponseInputStream<GetObjectResponse> in = open(key, range);
    GetObjectResponse answer = in.response();
    S3Body body = new S3Body(in, lengthOf(answer), key, failures, watch);
    try {
      ObjectInfo info = info(key, answer, range);
      T result = handler.handle(info, body);
      body.finish();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      body.release();
    }
  }

  private ResponseInputStream<GetObjectResponse> open(ObjectKey key, @Nullable ByteRange range) {
    GetObjectRequest request =
        GetObjectRequest.builder()
            .bucket(settings.bucket())
            .key(settings.fullKey(key, StoreOperation.READ, failures))
            .range(range == null ? null : ContentRange.header(range))
            .build();
    try {
      return client.getObject(request);
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(StoreOperation.READ, key, e);
      if (translated instanceof StoreFailure failure
          && failure.kind() == FailureKind.NOT_FOUND
          && !"NoSuchKey".equals(failure.detail().code())) {
        bucket.requireNow(StoreOperation.READ, key);
      }
      throw translated;
    }
  }

  private static long lengthOf(GetObjectResponse answer) {
    Long length = answer.contentLength();
    return length == null ? -1 : length;
  }

  private ObjectInfo info(ObjectKey key, GetObjectResponse answer, @Nullable ByteRange range) {
    if (answer.eTag() == null || answer.contentLength() == null) {
      throw notS3(StoreOperation.READ, key);
    }
    long size = answer.contentLength();
    if (range != null) {
      size =
          ContentRange.objectSize(range, answer.contentRange(), answer.contentLength())
              .orElseThrow(
                  () ->
                      failures.permanent(
                          FailureKind.UNSUPPORTED,
                          StoreOperation.READ,
                          key,
                          "the server answered another range than the one asked for"));
    }
    return new ObjectInfo(
        key,
        size,
        Optional.of(answer.eTag()),
        Optional.ofNullable(answer.lastModified()),
        Optional.empty(),
        S3Metadata.of(answer));
  }

  @Override
  public PutResult put(PutRequest request) {
    return puts.put(request);
  }

  @Override
  public void delete(ObjectKey key) {
    String full = settings.fullKey(key, StoreOperation.DELETE, failures);
    try {
      client.deleteObject(request -> request.bucket(settings.bucket()).key(full));
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(StoreOperation.DELETE, key, e);
      if (translated instanceof StoreFailure failure && failure.kind() == FailureKind.NOT_FOUND) {
        bucket.require(StoreOperation.DELETE, key);
        return;
      }
      throw translated;
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
  public List<OpenUpload> openUploads() {
    return multipart.open();
  }

  @Override
  public void abort(OpenUpload upload) {
    multipart.abort(upload);
  }

  @Override
  public void sync() {
    // S3 acknowledges only what is durable
  }

  @Override
  public void close() {
    client.close();
    http.close();
    watch.close();
  }

  private RuntimeException notS3(StoreOperation operation, ObjectKey key) {
    return failures.permanent(
        FailureKind.INVALID, operation, key, "the answer is not that of an S3 server");
  }
}
