package dev.cairn.store.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.BlobHash;
import dev.cairn.store.ByteRange;
import dev.cairn.store.Content;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.ObjectMetadata;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.s3.ScriptedServer.Answer;
import dev.cairn.store.s3.ScriptedServer.Asked;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

/** What goes over the wire, and what is made of answers that a good server does not give. */
class S3WireTest {

  private static final Answer STORED = new Answer(200, Map.of("ETag", "\"e\""), "");

  private ScriptedServer server;
  private S3BlobStore store;

  @BeforeEach
  void open() throws IOException {
    server = new ScriptedServer(asked -> STORED);
    store = S3Samples.store(settings());
  }

  private S3Settings settings() {
    return S3Samples.settings(server.endpoint(), S3Samples.CREDENTIALS, "bucket");
  }

  private void reopen(String prefix, S3Checksum checksum) {
    store.close();
    store = S3Samples.store(S3Samples.with(settings(), prefix, checksum));
  }

  @AfterEach
  void close() {
    store.close();
    server.close();
  }

  // ---- requests

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a",
        "a//b",
        "a b",
        "a+b",
        "100%",
        "a%2Fb",
        "x#y?z",
        "a:b*",
        "t/",
        "a\\b",
        "~",
        "a&b=c;d",
        "\u00e9",
        "e\u0301",
        "\ud83d\ude00",
        "a\u0001b",
        "...",
        ".a/b."
      })
  void keysArriveByteForByte(String key) throws Exception {

    store.put(PutRequest.of(new ObjectKey(key), Content.of(new byte[10])));

    assertEquals("/bucket/" + key, server.asked().get(0).uri().getPath());
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "a/./b", "a/../b", "../x", "a/.."})
  void keysFromWhichAPathToAnotherObjectCouldBeMadeAreRefused(String key) throws Exception {

    assertEquals(
        FailureKind.UNSUPPORTED,
        failure(() -> store.put(PutRequest.of(new ObjectKey(key), Content.of(new byte[1])))));
    assertEquals(FailureKind.UNSUPPORTED, failure(() -> store.stat(new ObjectKey(key))));
    assertEquals(FailureKind.UNSUPPORTED, failure(() -> store.delete(new ObjectKey(key))));
    assertEquals(List.of(), server.asked());
  }

  @Test
  void aKnownHashIsSentAndNoOtherChecksum() throws Exception {
    byte[] content = new byte[100_000];
    BlobHash hash = BlobHash.of(BlobHash.newDigest().digest(content));

    store.put(PutRequest.of(hash, Content.of(content)));

    var headers = server.asked().get(0).headers();
    assertEquals(
        Base64.getEncoder().encodeToString(hash.bytes()),
        headers.getFirst("x-amz-checksum-sha256"));
    assertNull(headers.getFirst("x-amz-checksum-crc32"));
    assertNull(headers.getFirst("x-amz-trailer"));
  }

  @Test
  void nothingOfChecksumsIsSentWhenTheyAreOff() throws Exception {
    reopen("", S3Checksum.OFF);
    byte[] content = new byte[10];

    store.put(
        PutRequest.of(BlobHash.of(BlobHash.newDigest().digest(content)), Content.of(content)));
    assertThrows(PermanentStoreException.class, () -> store.stat(new ObjectKey("a")));

    for (Asked asked : server.asked()) {
      assertTrue(
          asked.headers().keySet().stream().noneMatch(h -> h.toLowerCase().contains("checksum")),
          asked.headers().keySet()::toString);
    }
  }

  @Test
  void conditionsAreSentAsHeaders() throws Exception {
    PutRequest put = PutRequest.of(new ObjectKey("a"), Content.of(new byte[1]));

    store.put(put.withCondition(new PutCondition.IfAbsent()));
    store.put(put.withCondition(new PutCondition.IfVersion("\"v\"")));

    assertEquals("*", server.asked().get(0).headers().getFirst("If-None-Match"));
    assertEquals("\"v\"", server.asked().get(1).headers().getFirst("If-Match"));
  }

  @Test
  void contentIsReadOnceAndNotHeldBack() throws Exception {
    AtomicInteger opened = new AtomicInteger();
    int size = 20 << 20;
    Content content =
        new Content.Reopenable() {
          @Override
          public long size() {
            return size;
          }

          @Override
          public InputStream open() {
            opened.incrementAndGet();
            return new ByteArrayInputStream(new byte[size]);
          }
        };

    store.put(PutRequest.of(new ObjectKey("a"), content));

    assertEquals(1, opened.get());
    assertTrue(server.asked().get(0).bodyLength() > size);
    assertEquals(
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
        server.asked().get(0).headers().getFirst("x-amz-content-sha256"));
  }

  @Test
  void anObjectThatTenThousandPartsDoNotHoldIsRefusedBeforeAnythingIsSent() throws Exception {
    Content content =
        new Content.OneShot(S3PartSizes.LARGEST_OBJECT + 1, InputStream.nullInputStream());

    assertEquals(
        FailureKind.UNSUPPORTED,
        failure(() -> store.put(PutRequest.of(new ObjectKey("a"), content))));
    assertEquals(List.of(), server.asked());
  }

  @Test
  void metadataThatIsNoHeaderIsRefusedBeforeAnythingIsSent() throws Exception {

    assertEquals(FailureKind.INVALID, failure(() -> putWith("text/plain\r\nX-Evil: 1", Map.of())));
    assertEquals(FailureKind.INVALID, failure(() -> putWith("text/\u00e9", Map.of())));
    assertEquals(FailureKind.INVALID, failure(() -> putWith("text/plain", Map.of("a b", "c"))));
    assertEquals(List.of(), server.asked());
  }

  private void putWith(String type, Map<String, String> user) {
    ObjectMetadata metadata =
        new ObjectMetadata(
            Optional.of(type),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            user);
    store.put(
        new PutRequest(
            new ObjectKey("a"),
            Content.of(new byte[1]),
            new PutCondition.Always(),
            metadata,
            Optional.empty()));
  }

  @Test
  void theClientTriesNothingAgain() throws Exception {
    S3Settings settings = settings();
    try (var http = S3Clients.http(settings.limits());
        S3Client client = S3Clients.create(settings, http)) {
      int attempts =
          client
              .serviceClientConfiguration()
              .overrideConfiguration()
              .retryStrategy()
              .orElseThrow()
              .maxAttempts();
      assertEquals(1, attempts);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int status) throws Exception {
    try (ScriptedServer other = new ScriptedServer(asked -> STORED)) {
      server.answer(
          asked ->
              new Answer(status, Map.of("Location", other.endpoint() + asked.uri().getPath()), ""));

      assertEquals(FailureKind.INVALID, failure(() -> store.stat(new ObjectKey("a"))));
      assertEquals(FailureKind.INVALID, failure(() -> readAll("a")));
      assertEquals(
          FailureKind.INVALID,
          failure(() -> store.put(PutRequest.of(new ObjectKey("a"), Content.of(new byte[1])))));
      assertEquals(3, server.asked().size());
      assertEquals(List.of(), other.asked());
    }
  }

  // ---- answers of servers that are no S3 servers

  @Test
  void aWebPageIsNeverTakenForAnObjectAListingOrSuccess() throws Exception {
    server.answer(
        asked -> new Answer(200, Map.of("Content-Type", "text/html"), "<html><p>Welcome</html>"));

    assertEquals(FailureKind.INVALID, failure(() -> store.initialize()));
    assertEquals(FailureKind.INVALID, failure(() -> store.stat(new ObjectKey("a"))));
    assertEquals(FailureKind.INVALID, failure(() -> readAll("a")));
    assertEquals(FailureKind.INVALID, failure(() -> store.list("", null, 10)));
    assertEquals(
        FailureKind.INVALID,
        failure(() -> store.put(PutRequest.of(new ObjectKey("a"), Content.of(new byte[1])))));
  }

  @Test
  void wellFormedXmlThatIsNoListingIsNoEmptyListing() throws Exception {
    server.answer(asked -> Answer.xml("<html><body/></html>"));

    assertEquals(FailureKind.INVALID, failure(() -> store.initialize()));
    assertEquals(FailureKind.INVALID, failure(() -> store.list("", null, 10)));
  }

  @Test
  void aWebServersNotFoundIsNeverTakenForAbsent() throws Exception {
    server.answer(
        asked -> new Answer(404, Map.of("Content-Type", "text/html"), "<html>Not Found</html>"));

    assertEquals(FailureKind.INVALID, failure(() -> store.stat(new ObjectKey("a"))));
    assertEquals(FailureKind.INVALID, failure(() -> readAll("a")));
    assertEquals(FailureKind.INVALID, failure(() -> store.delete(new ObjectKey("a"))));
  }

  @Test
  void aReadsNotFoundWithoutACodeIsNotExcusedByABucketSeenAMomentAgo() throws Exception {
    server.answer(
        asked -> new Answer(asked.uri().getPath().equals("/bucket") ? 200 : 404, Map.of(), ""));
    assertEquals(Optional.empty(), store.stat(new ObjectKey("a")));

    server.answer(
        asked -> new Answer(404, Map.of("Content-Type", "text/html"), "<html>Not Found</html>"));
    assertEquals(FailureKind.INVALID, failure(() -> readAll("a")));
  }

  @Test
  void aDeniedLookAtTheBucketIsNeverTakenForAbsent() throws Exception {
    server.answer(
        asked -> new Answer(asked.uri().getPath().equals("/bucket") ? 403 : 404, Map.of(), ""));

    assertEquals(FailureKind.ACCESS_DENIED, failure(() -> store.stat(new ObjectKey("a"))));
  }

  @Test
  void aServerThatIgnoresARangeIsNotBelieved() throws Exception {
    server.answer(asked -> new Answer(200, Map.of("ETag", "\"e\""), "0123456789"));

    assertEquals(FailureKind.UNSUPPORTED, failure(() -> readRange(new ByteRange(2, 3))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bytes 3-5/10", "bytes 2-3/10", "bytes 2-5/10", "bytes 2-4/*", "bytes 2-4", "2"})
  void aServerThatAnswersAnotherRangeIsNotBelieved(String contentRange) throws Exception {
    server.answer(
        asked -> new Answer(206, Map.of("ETag", "\"e\"", "Content-Range", contentRange), "234"));

    assertEquals(FailureKind.UNSUPPORTED, failure(() -> readRange(new ByteRange(2, 3))));
  }

  @Test
  void aServerThatStoredOtherBytesIsNotBelieved() throws Exception {
    String other =
        Base64.getEncoder().encodeToString(BlobHash.newDigest().digest("other".getBytes(UTF_8)));
    server.answer(
        asked -> new Answer(200, Map.of("ETag", "\"e\"", "x-amz-checksum-sha256", other), ""));
    byte[] content = new byte[10];
    BlobHash hash = BlobHash.of(BlobHash.newDigest().digest(content));

    assertEquals(
        FailureKind.CORRUPT, failure(() -> store.put(PutRequest.of(hash, Content.of(content)))));
  }

  @Test
  void aChecksumOfPartsIsNotTakenForThatOfTheWhole() throws Exception {
    String parts = Base64.getEncoder().encodeToString(new byte[32]) + "-2";
    server.answer(
        asked ->
            new Answer(
                200,
                Map.of("ETag", "\"e-2\"", "x-amz-checksum-sha256", parts, "Content-Length", "1"),
                ""));

    assertEquals(
        Optional.empty(),
        S3Put.wholeObjectHash(parts),
        "the hash of a multipart object says nothing of its bytes");
    assertEquals(Optional.empty(), S3Put.wholeObjectHash("a".repeat(43) + "!"));
    assertEquals(Optional.empty(), S3Put.wholeObjectHash(null));
  }

  // ---- listings

  @Test
  void anEmptyPageThatGoesOnIsNotTheEnd() throws Exception {
    server.answer(
        asked ->
            query(asked).contains("continuation-token=a%2Bb%2F%3D")
                ? page("c", false, "k1")
                : page("a+b/=", true));

    ListPage page = store.list("", null, 10);

    assertEquals(List.of("k1"), page.entries().stream().map(entry -> entry.key().value()).toList());
    assertEquals(Optional.empty(), page.next());
    assertEquals(2, server.asked().size());
  }

  @Test
  void aContinuationThatRepeatsIsAnError() throws Exception {
    server.answer(asked -> page("same", true));

    assertEquals(FailureKind.CORRUPT, failure(() -> store.list("", null, 10)));
    assertEquals(2, server.asked().size());
  }

  @Test
  void aListingThatDoesNotMoveForwardIsAnError() throws Exception {
    server.answer(asked -> page("t", false, "b", "a"));

    assertEquals(FailureKind.CORRUPT, failure(() -> store.list("", null, 10)));
    assertEquals(FailureKind.CORRUPT, failure(() -> store.list("", new ObjectKey("c"), 10)));
  }

  @Test
  void aListingThatLeavesItsPrefixIsAnError() throws Exception {
    server.answer(asked -> page("t", false, "a", "b"));

    assertEquals(FailureKind.CORRUPT, failure(() -> store.list("a", null, 10)));
  }

  @Test
  void thePrefixOfTheEntryIsPutBeforeKeysAndTakenFromThem() throws Exception {
    server.answer(asked -> page("t", true, "root%2F", "root%2Fd%2F1", "root%2Fd%2F2+x"));
    reopen("root", S3Checksum.OFF);

    ListPage page = store.list("", new ObjectKey("c"), 10);

    assertEquals(
        List.of("d/1", "d/2 x"),
        page.entries().stream().map(entry -> entry.key().value()).toList());
    assertEquals(Optional.of(new ObjectKey("d/2 x")), page.next());
    String query = query(server.asked().get(0));
    assertTrue(query.contains("prefix=root%2F"), query);
    assertTrue(query.contains("start-after=root%2Fc"), query);
    assertFalse(Arrays.asList(query.split("&")).contains("prefix="), query);
  }

  private static String query(Asked asked) {
    return String.valueOf(asked.uri().getRawQuery());
  }

  private static Answer page(String token, boolean truncated, String... keys) {
    StringBuilder xml = new StringBuilder("<ListBucketResult><Name>bucket</Name>");
    xml.append("<EncodingType>url</EncodingType><IsTruncated>").append(truncated);
    xml.append("</IsTruncated><NextContinuationToken>").append(token);
    xml.append("</NextContinuationToken>");
    for (String key : keys) {
      xml.append("<Contents><Key>").append(key).append("</Key><Size>1</Size></Contents>");
    }
    return Answer.xml(xml.append("</ListBucketResult>").toString());
  }

  private byte[] readAll(String key) {
    return store.read(new ObjectKey(key), null, (info, body) -> body.readAllBytes());
  }

  private byte[] readRange(ByteRange range) {
    return store.read(new ObjectKey("a"), range, (info, body) -> body.readAllBytes());
  }

  private static FailureKind failure(Runnable operation) {
    return assertThrows(PermanentStoreException.class, operation::run).kind();
  }
}
