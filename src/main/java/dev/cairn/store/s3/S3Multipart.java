package dev.cairn.store.s3;

import dev.cairn.store.BlobHash;
import dev.cairn.store.ContentStream;
import dev.cairn.store.FailureKind;
import dev.cairn.store.Md5;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.OpenUpload;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreFailure;
import dev.cairn.store.StoreOperation;
import dev.cairn.store.UploadJournal;
import java.io.InputStream;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/**
 * Uploads in parts. The parts are sent one after the other, straight from the content; when one
 * fails the upload is aborted and the put has failed. All parts are hashed on their way: where the
 * server names the MD5 of each, a completed upload proves the SHA-256.
 *
 * <p>An upload is journaled before its first part is sent. It is never continued by another put,
 * only aborted.
 *
 * <p>Thread-safe.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html">Multipart
 *     upload</a>
 */
final class S3Multipart {

  private static final Logger LOG = Logger.getLogger(S3Multipart.class);

  private final S3Client client;
  private final S3Settings settings;
  private final S3Failures failures;
  private final UploadJournal journal;
  private final InstantSource clock;

  S3Multipart(
      S3Client client,
      S3Settings settings,
      S3Failures failures,
      UploadJournal journal,
      InstantSource clock) {
    this.client = client;
    this.settings = settings;
    this.failures = failures;
    this.journal = journal;
    this.clock = clock;
  }

  /**
   * Sends the content in parts.
   *
   * @param full name of the object in the bucket
   * @throws RuntimeException the client's own, the content's, or a failure
   */
  PutResult put(PutRequest request, String full, ContentStream content) {
    OpenUpload upload = new OpenUpload(request.key(), begin(request, full), clock.instant());
    try {
      journal.begun(upload);
      PutResult stored = new Transfer(request, full, upload.id()).send(content);
      journal.ended(upload);
      return stored;
    } catch (RuntimeException e) {
      giveUp(upload);
      throw e;
    }
  }

  private String begin(PutRequest request, String full) {
    CreateMultipartUploadRequest.Builder create =
        CreateMultipartUploadRequest.builder()
            .bucket(settings.bucket())
            .key(full)
            .contentType(request.metadata().contentType().orElse(S3Put.DEFAULT_TYPE));
    S3Metadata.apply(request.metadata(), create);
    String id = client.createMultipartUpload(create.build()).uploadId();
    if (id == null) {
      throw notS3(request.key());
    }
    return id;
  }

  /** Aborts although the thread may have been interrupted: the flag is set again afterwards. */
  private void giveUp(OpenUpload upload) {
    boolean interrupted = Thread.interrupted();
    try {
      abort(upload);
      journal.ended(upload);
    } catch (RuntimeException e) {
      LOG.warnf(
          "%s: an upload of %s in parts could not be aborted and will be later: %s",
          settings.name(), upload.key(), e.getMessage());
      journal.left(upload);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Aborts an upload; one that is not there has ended.
   *
   * @throws dev.cairn.store.RetryableStoreException when it is not known to have ended
   */
  void abort(OpenUpload upload) {
    String full = settings.fullKey(upload.key(), StoreOperation.ABORT, failures);
    try {
      client.abortMultipartUpload(
          request -> request.bucket(settings.bucket()).key(full).uploadId(upload.id()));
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(StoreOperation.ABORT, upload.key(), e);
      if (translated instanceof StoreFailure failure
          && "NoSuchUpload".equals(failure.detail().code())) {
        return;
      }
      throw translated;
    }
  }

  /** Uploads under the entry's prefix, whoever began them. */
  List<OpenUpload> open() {
    List<OpenUpload> found = new ArrayList<>();
    String keyMarker = null;
    String idMarker = null;
    while (true) {
      ListMultipartUploadsResponse page = page(keyMarker, idMarker);
      page.uploads().forEach(upload -> ours(upload).ifPresent(found::add));
      boolean more = Boolean.TRUE.equals(page.isTruncated());
      boolean forward =
          page.nextKeyMarker() != null
              && !(page.nextKeyMarker().equals(keyMarker)
                  && String.valueOf(page.nextUploadIdMarker()).equals(idMarker));
      if (!more || !forward) {
        return found;
      }
      keyMarker = page.nextKeyMarker();
      idMarker = page.nextUploadIdMarker();
    }
  }

  private ListMultipartUploadsResponse page(@Nullable String keyMarker, @Nullable String idMarker) {
    try {
      return client.listMultipartUploads(
          request ->
              request
                  .bucket(settings.bucket())
                  .prefix(settings.prefix())
                  .encodingType(EncodingType.URL)
                  .keyMarker(keyMarker)
                  .uploadIdMarker(idMarker));
    } catch (RuntimeException e) {
      throw failures.translate(StoreOperation.LIST, null, e);
    }
  }

  private Optional<OpenUpload> ours(MultipartUpload upload) {
    if (upload.key() == null || upload.uploadId() == null || upload.initiated() == null) {
      return Optional.empty();
    }
    String key = upload.key().substring(settings.prefix().length());
    return key.isEmpty()
        ? Optional.empty()
        : Optional.of(new OpenUpload(new ObjectKey(key), upload.uploadId(), upload.initiated()));
  }

  private RuntimeException notS3(ObjectKey key) {
    return failures.permanent(
        FailureKind.INVALID, StoreOperation.PUT, key, "the answer is not that of an S3 server");
  }

  /** One upload on its way. */
  private final class Transfer {
    private final PutRequest request;
    private final String full;
    private final String id;
    private final MessageDigest sha256 = BlobHash.newDigest();
    private final List<CompletedPart> parts = new ArrayList<>();
    private boolean proved = true;

    Transfer(PutRequest request, String full, String id) {
      this.request = request;
      this.full = full;
      this.id = id;
    }

    PutResult send(ContentStream content) {
      long size = request.content().size();
      long part = settings.sizes().partOf(size);
      for (long at = 0; at < size; at += part) {
        parts.add(sendPart(parts.size() + 1, content, Math.min(part, size - at)));
      }
      BlobHash sent = BlobHash.of(sha256.digest());
      if (request.sha256().filter(wanted -> !wanted.equals(sent)).isPresent()) {
        throw failures.permanent(
            FailureKind.CORRUPT,
            StoreOperation.PUT,
            request.key(),
            "the content has another SHA-256 than the request says");
      }
      return new PutResult(Optional.of(complete()), proved ? Optional.of(sent) : Optional.empty());
    }

    private CompletedPart sendPart(int number, ContentStream content, long size) {
      MessageDigest md5 = Md5.digest().orElse(null);
      PartStream part = new PartStream(content, size, sha256, md5);
      UploadPartResponse answer =
          client.uploadPart(
              r ->
                  r.bucket(settings.bucket())
                      .key(full)
                      .uploadId(id)
                      .partNumber(number)
                      .contentLength(size),
              RequestBody.fromContentProvider(new S3Put.OnePass(part), size, S3Put.DEFAULT_TYPE));
      String tag = answer.eTag();
      if (tag == null) {
        throw notS3(request.key());
      }
      proved &= md5 != null && Md5.ofEntityTag(tag).equals(Optional.of(Md5.hex(md5)));
      return CompletedPart.builder().partNumber(number).eTag(tag).build();
    }

    private String complete() {
      CompleteMultipartUploadRequest.Builder complete =
          CompleteMultipartUploadRequest.builder()
              .bucket(settings.bucket())
              .key(full)
              .uploadId(id)
              .multipartUpload(all -> all.parts(parts));
      if (request.condition() instanceof PutCondition.IfAbsent) {
        complete.ifNoneMatch("*");
      } else if (request.condition() instanceof PutCondition.IfVersion required) {
        complete.ifMatch(required.version());
      }
      CompleteMultipartUploadResponse answer = client.completeMultipartUpload(complete.build());
      if (answer.eTag() == null) {
        throw notS3(request.key());
      }
      return answer.eTag();
    }
  }

  /** The next bytes of a content, hashed. Leaves the content open. */
  private static final class PartStream extends InputStream {
    private final ContentStream content;
    private final MessageDigest sha256;
    private final @Nullable MessageDigest md5;
    private long left;

    PartStream(
        ContentStream content, long size, MessageDigest sha256, @Nullable MessageDigest md5) {
      this.content = content;
      this.left = size;
      this.sha256 = sha256;
      this.md5 = md5;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      if (left == 0 && length > 0) {
        return -1;
      }
      int count = content.read(buffer, offset, (int) Math.min(length, left));
      if (count > 0) {
        left -= count;
        sha256.update(buffer, offset, count);
        if (md5 != null) {
          md5.update(buffer, offset, count);
        }
      }
      return count;
    }
  }
}
