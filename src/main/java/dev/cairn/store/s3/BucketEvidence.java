package dev.cairn.store.s3;

import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreFailure;
import dev.cairn.store.StoreOperation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Tells a 404 of an object from a 404 of its bucket: the answer to a HEAD has no body and so no
 * error code. That the bucket was seen counts for one second, that it was not seen never counts.
 * Thread-safe.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html">HeadObject</a>
 */
final class BucketEvidence {

  private static final Duration FRESH = Duration.ofSeconds(1);

  private final S3Client client;
  private final String bucket;
  private final S3Failures failures;
  private final InstantSource clock;
  private final AtomicReference<@Nullable Instant> seen = new AtomicReference<>();

  BucketEvidence(S3Client client, String bucket, S3Failures failures, InstantSource clock) {
    this.client = client;
    this.bucket = bucket;
    this.failures = failures;
    this.clock = clock;
  }

  /**
   * Returns when the bucket is there.
   *
   * @throws RuntimeException a {@link StoreFailure}: {@link FailureKind#INVALID} when the server
   *     says that it is not there, else what kept it from saying
   */
  void require(StoreOperation operation, ObjectKey key) {
    Instant last = seen.get();
    Instant now = clock.instant();
    if (last == null || now.isBefore(last) || !now.isBefore(last.plus(FRESH))) {
      requireNow(operation, key);
    }
  }

  /**
   * As {@link #require}, but asks whatever was seen before: for an answer that a real server would
   * have given a code.
   */
  void requireNow(StoreOperation operation, ObjectKey key) {
    Instant now = clock.instant();
    try {
      client.headBucket(request -> request.bucket(bucket));
    } catch (RuntimeException e) {
      RuntimeException translated = failures.translate(operation, key, e);
      if (translated instanceof StoreFailure failure && failure.kind() == FailureKind.NOT_FOUND) {
        throw failures.permanent(
            FailureKind.INVALID, operation, key, "bucket " + bucket + " does not exist");
      }
      throw translated;
    }
    seen.set(now);
  }
}
