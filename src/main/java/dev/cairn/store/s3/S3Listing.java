package dev.cairn.store.s3;

import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.Md5;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.StoreOperation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Pages of a bucket. A page starts behind a key, not at a server's token, so that a cursor survives
 * a process; tokens are used only to get past pages without objects. What does not move forward in
 * byte order is refused. Thread-safe.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html">ListObjectsV2</a>
 */
final class S3Listing {

  private final S3Client client;
  private final S3Settings settings;
  private final S3Failures failures;

  S3Listing(S3Client client, S3Settings settings, S3Failures failures) {
    this.client = client;
    this.settings = settings;
    this.failures = failures;
  }

  ListPage page(String prefix, @Nullable ObjectKey after, int limit) {
    Set<String> tokens = new HashSet<>();
    ListObjectsV2Request request = request(prefix, after, limit);
    while (true) {
      ListObjectsV2Response answer = ask(request);
      List<ListPage.Entry> entries = entries(answer, prefix, after);
      if (!Boolean.TRUE.equals(answer.isTruncated())) {
        return new ListPage(entries, Optional.empty());
      }
      if (!entries.isEmpty()) {
        return new ListPage(entries, Optional.of(entries.get(entries.size() - 1).key()));
      }
      String token = answer.nextContinuationToken();
      if (token == null || !tokens.add(token)) {
        throw wrong("the listing goes on, with no token or the same one again");
      }
      request = request.toBuilder().continuationToken(token).build();
    }
  }

  /**
   * Asks for one key, to see that bucket and server are what they should be.
   *
   * @throws RuntimeException as the port says for initialize
   */
  void probe(StoreOperation operation) {
    try {
      requireListing(client.listObjectsV2(request("", null, 1)), operation);
    } catch (RuntimeException e) {
      throw failures.translate(operation, null, e);
    }
  }

  private ListObjectsV2Request request(String prefix, @Nullable ObjectKey after, int limit) {
    return ListObjectsV2Request.builder()
        .bucket(settings.bucket())
        .prefix(settings.prefix() + prefix)
        .startAfter(after == null ? null : settings.prefix() + after.value())
        .maxKeys(limit)
        .encodingType(EncodingType.URL)
        .build();
  }

  private ListObjectsV2Response ask(ListObjectsV2Request request) {
    try {
      ListObjectsV2Response answer = client.listObjectsV2(request);
      requireListing(answer, StoreOperation.LIST);
      return answer;
    } catch (RuntimeException e) {
      throw failures.translate(StoreOperation.LIST, null, e);
    }
  }

  /** A listing names its bucket; a web page, which some server sent with status 200, does not. */
  private void requireListing(ListObjectsV2Response answer, StoreOperation operation) {
    if (answer.name() == null) {
      throw failures.permanent(
          FailureKind.INVALID, operation, null, "the answer is not that of an S3 server");
    }
  }

  private List<ListPage.Entry> entries(
      ListObjectsV2Response answer, String prefix, @Nullable ObjectKey after) {
    List<ListPage.Entry> entries = new ArrayList<>(answer.contents().size());
    ObjectKey last = after;
    for (S3Object object : answer.contents()) {
      String full = object.key();
      if (!full.startsWith(settings.prefix() + prefix)) {
        throw wrong("the listing left its prefix");
      }
      String key = full.substring(settings.prefix().length());
      if (key.isEmpty()) {
        continue; // the prefix itself, which consoles store to show a folder
      }
      ObjectKey next = new ObjectKey(key);
      if (last != null && next.compareTo(last) <= 0) {
        throw wrong("the listing is not in byte order of keys");
      }
      Optional<String> md5 = Optional.ofNullable(object.eTag()).flatMap(Md5::ofEntityTag);
      entries.add(new ListPage.Entry(next, object.size(), md5));
      last = next;
    }
    return entries;
  }

  private PermanentStoreException wrong(String summary) {
    return failures.permanent(FailureKind.CORRUPT, StoreOperation.LIST, null, summary);
  }
}
