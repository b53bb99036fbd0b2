package dev.cairn.store.s3;

import dev.cairn.store.BlobHash;
import dev.cairn.store.Content;
import dev.cairn.store.ContentStream;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.Md5;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreFailure;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * Puts. What is small enough goes in one request, more in parts. The content is read once, from its
 * first byte to its last; over plain http the client signs it chunk by chunk as it goes.
 * Thread-safe.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html">PutObject</a>
 */
final class S3Put {

  private static final Logger LOG = Logger.getLogger(S3Put.class);

  static final String DEFAULT_TYPE = "application/octet-stream";

  private final S3Client client;
  private final S3Settings settings;
  private final S3Failures failures;
  private final S3Multipart multipart;

  S3Put(S3Client client, S3Settings settings, S3Failures failures, S3Multipart multipart) {
    this.client = client;
    this.settings = settings;
    this.failures = failures;
    this.multipart = multipart;
  }

  PutResult put(PutRequest request) {
    String full = settings.fullKey(request.key(), StoreOperation.PUT, failures);
    if (request.content().size() > S3PartSizes.LARGEST_OBJECT) {
      throw failures.permanent(
          FailureKind.UNSUPPORTED,
          StoreOperation.PUT,
          request.key(),
          "S3 holds at most " + S3PartSizes.LARGEST_OBJECT + " bytes in one object");
    }
    return sending(request, content -> send(request, full, content));
  }

  private PutResult send(PutRequest request, String full, ContentStream content) {
    if (request.content().size() > settings.sizes().single()) {
      return multipart.put(request, full, content);
    }
    PutObjectResponse answer =
        client.putObject(prepare(request, full), body(content, request.content().size(), request));
    return checked(request, answer);
  }

  private PutResult sending(PutRequest request, Function<ContentStream, PutResult> send) {
    ContentStream content = ContentStream.open(request, settings.name());
    try {
      return send.apply(content);
    } catch (RuntimeException e) {
      RuntimeException own = content.failure();
      throw own != null ? own : translate(request, e);
    } finally {
      close(content, request);
    }
  }

  private PutObjectRequest prepare(PutRequest request, String full) {
    PutObjectRequest.Builder put = PutObjectRequest.builder().bucket(settings.bucket()).key(full);
    if (request.condition() instanceof PutCondition.IfAbsent) {
      put.ifNoneMatch("*");
    } else if (request.condition() instanceof PutCondition.IfVersion required) {
      put.ifMatch(required.version());
    }
    if (settings.checksum() == S3Checksum.SHA256) {
      request
          .sha256()
          .ifPresent(hash -> put.checksumSHA256(Base64.getEncoder().encodeToString(hash.bytes())));
    }
    S3Metadata.apply(request.metadata(), put);
    return put.build();
  }

  private static RequestBody body(InputStream content, long size, PutRequest request) {
    return RequestBody.fromContentProvider(
        new OnePass(content), size, request.metadata().contentType().orElse(DEFAULT_TYPE));
  }

  private PutResult checked(PutRequest request, PutObjectResponse answer) {
    String version = answer.eTag();
    if (version == null) {
      throw failures.permanent(
          FailureKind.INVALID,
          StoreOperation.PUT,
          request.key(),
          "the answer is not that of an S3 server");
    }
    Optional<BlobHash> stored = wholeObjectHash(answer.checksumSHA256());
    if (stored.isPresent() && request.sha256().isPresent() && !stored.equals(request.sha256())) {
      throw failures.permanent(
          FailureKind.CORRUPT,
          StoreOperation.PUT,
          request.key(),
          "the server stored other bytes: their SHA-256 is " + stored.get());
    }
    return new PutResult(Optional.of(version), stored.or(() -> provedBy(version, request)));
  }

  /** The hash of bytes in memory whose MD5 is the entity tag. */
  private static Optional<BlobHash> provedBy(String entityTag, PutRequest request) {
    if (!(request.content() instanceof Content.Bytes bytes)) {
      return Optional.empty();
    }
    Optional<String> shown = Md5.ofEntityTag(entityTag);
    boolean equal = shown.isPresent() && shown.equals(Md5.digest().map(d -> md5(d, bytes.array())));
    return equal ? request.sha256() : Optional.empty();
  }

  private static String md5(MessageDigest digest, byte[] bytes) {
    digest.update(bytes);
    return Md5.hex(digest);
  }

  private RuntimeException translate(PutRequest request, RuntimeException error) {
    if (error instanceof IllegalArgumentException metadata) {
      return new PermanentStoreException(
          FailureDetail.of(
              FailureKind.INVALID,
              StoreOperation.PUT,
              settings.name(),
              request.key(),
              String.valueOf(metadata.getMessage())),
          metadata);
    }
    boolean conditional = !(request.condition() instanceof PutCondition.Always);
    RuntimeException translated =
        failures.translate(StoreOperation.PUT, request.key(), error, conditional);
    if (conditional
        && translated instanceof StoreFailure failure
        && "NoSuchKey".equals(failure.detail().code())) {
      return failures.permanent(
          FailureKind.PRECONDITION_FAILED,
          StoreOperation.PUT,
          request.key(),
          "the object whose version was named is not there");
    }
    return translated;
  }

  private static void close(ContentStream content, PutRequest request) {
    try {
      content.close();
    } catch (IOException e) {
      // how the put went is known by now, and this does not change it
      LOG.debugf(e, "content of %s could not be closed", request.key());
    }
  }

  /**
   * The SHA-256 of a whole object, from the field {@code x-amz-checksum-sha256}; empty when there
   * is none, or one made of the checksums of parts.
   */
  static Optional<BlobHash> wholeObjectHash(@Nullable String checksum) {
    if (checksum == null || checksum.length() != 44) {
      return Optional.empty();
    }
    try {
      return Optional.of(BlobHash.of(Base64.getDecoder().decode(checksum)));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not the base64 of 32 bytes
    }
  }

  /** Gives the content to the client, which may ask for it again only while it is unread. */
  record OnePass(InputStream content) implements ContentStreamProvider {

    @Override
    public InputStream newStream() {
      return content;
    }
  }
}
