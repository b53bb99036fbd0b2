package dev.cairn.store.azure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import com.azure.storage.blob.specialized.BlockBlobAsyncClient;
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
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts: up to {@link #SINGLE} bytes in one request, more as blocks that become a blob when the last
 * of them is there. Each request carries the MD5 of its bytes, which the service checks, and all
 * bytes are hashed on their way: an accepted put proves the SHA-256.
 *
 * <p>Blocks that were never committed are no blob; the service drops them after a week.
 *
 * <p>Thread-safe. Holds one block for each put.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/storageservices/put-block-list">Put Block
 *     List</a>
 */
final class AzurePut {

  /** Most bytes of one Put Blob, and of a block unless the blob needs larger ones. */
  static final int SINGLE = 4 * 1024 * 1024;

  /**
   * Most blocks of a blob.
   *
   * @see <a href="https://learn.microsoft.com/azure/storage/blobs/scalability-targets">scalability
   *     targets</a>
   */
  private static final int MOST_BLOCKS = 50_000;

  private static final int LARGEST_BLOCK = 64 * 1024 * 1024;

  private final AzureSettings settings;
  private final AzureFailures failures;
  private final Blobs blobs;

  /** Finds the client of one blob. */
  @FunctionalInterface
  interface Blobs {
    BlockBlobAsyncClient find(String fullKey);
  }

  AzurePut(AzureSettings settings, AzureFailures failures, Blobs blobs) {
    this.settings = settings;
    this.failures = failures;
    this.blobs = blobs;
  }

  PutResult put(PutRequest request) {
    String full = settings.fullKey(request.key(), StoreOperation.PUT, failures);
    int block = blockSize(request);
    Upload upload = prepare(request, blobs.find(full));
    try (ContentStream content = ContentStream.open(request, settings.name())) {
      String version =
          request.content().size() <= SINGLE
              ? upload.single(content)
              : upload.inBlocks(content, block);
      return new PutResult(Optional.of(version), request.sha256());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int blockSize(PutRequest request) {
    long needed = (request.content().size() + MOST_BLOCKS - 1) / MOST_BLOCKS;
    if (needed > LARGEST_BLOCK) {
      throw failures.permanent(
          FailureKind.UNSUPPORTED,
          StoreOperation.PUT,
          request.key(),
          "larger than " + (long) MOST_BLOCKS * LARGEST_BLOCK + " bytes");
    }
    return (int) Math.max(SINGLE, needed);
  }

  private Upload prepare(PutRequest request, BlockBlobAsyncClient blob) {
    try {
      return new Upload(
          request,
          blob,
          AzureMetadata.headers(request.metadata()),
          AzureMetadata.user(request.metadata()));
    } catch (IllegalArgumentException e) {
      throw new PermanentStoreException(
          FailureDetail.of(
              FailureKind.INVALID,
              StoreOperation.PUT,
              settings.name(),
              request.key(),
              String.valueOf(e.getMessage())),
          e);
    }
  }

  private static BlobRequestConditions conditions(PutCondition condition) {
    BlobRequestConditions conditions = new BlobRequestConditions();
    if (condition instanceof PutCondition.IfAbsent) {
      conditions.setIfNoneMatch("*");
    } else if (condition instanceof PutCondition.IfVersion required) {
      conditions.setIfMatch(required.version());
    }
    return conditions;
  }

  /** One put on its way. */
  private final class Upload {
    private final PutRequest request;
    private final BlockBlobAsyncClient blob;
    private final BlobHttpHeaders headers;
    private final Map<String, String> user;
    private final MessageDigest sha256 = BlobHash.newDigest();
    private final @Nullable MessageDigest md5 = Md5.digest().orElse(null);

    Upload(
        PutRequest request,
        BlockBlobAsyncClient blob,
        BlobHttpHeaders headers,
        Map<String, String> user) {
      this.request = request;
      this.blob = blob;
      this.headers = headers;
      this.user = user;
    }

    String single(ContentStream content) throws IOException {
      byte[] bytes =
          request.content() instanceof Content.Bytes whole
              ? whole.array()
              : content.readNBytes(SINGLE);
      sha256.update(bytes);
      requireHash();
      BlockBlobSimpleUploadOptions options =
          new BlockBlobSimpleUploadOptions(BinaryData.fromByteBuffer(ByteBuffer.wrap(bytes)))
              .setHeaders(headers)
              .setMetadata(user)
              .setRequestConditions(conditions(request.condition()));
      if (md5 != null) {
        byte[] digest = md5.digest(bytes);
        headers.setContentMd5(digest);
        options.setContentMd5(digest);
      }
      return call(() -> answered(blob.uploadWithResponse(options).block()).getValue().getETag());
    }

    String inBlocks(ContentStream content, int size) throws IOException {
      List<String> ids = new ArrayList<>();
      String upload = UUID.randomUUID().toString();
      byte[] buffer = new byte[size];
      int read = content.readNBytes(buffer, 0, size);
      while (read > 0) {
        String id = id(upload, ids.size());
        stage(id, BinaryData.fromByteBuffer(ByteBuffer.wrap(buffer, 0, read)), buffer, read);
        ids.add(id);
        read = content.readNBytes(buffer, 0, size);
      }
      requireHash();
      if (md5 != null) {
        headers.setContentMd5(md5.digest());
      }
      BlockBlobCommitBlockListOptions options =
          new BlockBlobCommitBlockListOptions(ids)
              .setHeaders(headers)
              .setMetadata(user)
              .setRequestConditions(conditions(request.condition()));
      return call(
          () -> answered(blob.commitBlockListWithResponse(options).block()).getValue().getETag());
    }

    private void stage(String id, BinaryData data, byte[] buffer, int length) {
      sha256.update(buffer, 0, length);
      BlockBlobStageBlockOptions options = new BlockBlobStageBlockOptions(id, data);
      if (md5 != null) {
        md5.update(buffer, 0, length);
        Md5.digest()
            .ifPresent(
                digest -> {
                  digest.update(buffer, 0, length);
                  options.setContentMd5(digest.digest());
                });
      }
      call(() -> answered(blob.stageBlockWithResponse(options).block()));
    }

    /** Nothing that is not what the name says becomes a blob. */
    private void requireHash() {
      BlobHash sent = BlobHash.of(sha256.digest());
      if (request.sha256().isPresent() && !request.sha256().get().equals(sent)) {
        throw failures.permanent(
            FailureKind.CORRUPT,
            StoreOperation.PUT,
            request.key(),
            "the content has another SHA-256: " + sent);
      }
    }

    private <T> T call(Supplier<T> action) {
      try {
        return action.get();
      } catch (RuntimeException e) {
        boolean conditional = !(request.condition() instanceof PutCondition.Always);
        throw failures.translate(StoreOperation.PUT, request.key(), e, conditional);
      }
    }
  }

  private static <T> T answered(@Nullable T answer) {
    if (answer == null) {
      throw new IllegalStateException("the client gave no answer");
    }
    return answer;
  }

  /** Ids of one blob have one length; those of another upload never match. */
  private static String id(String upload, int number) {
    byte[] id = String.format("%s-%06d", upload, number).getBytes(US_ASCII);
    return Base64.getEncoder().encodeToString(id);
  }
}
