package dev.cairn.store.layer;

import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.Content;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.HeadCheck;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreDescription.Capability;
import dev.cairn.store.StoreOperation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts what is written and decrypts what is read. All sizes and ranges of its port are those of
 * the plaintext. Thread-safe.
 *
 * <p>Costs: a stat is a read of 16 bytes; a read is one request, but for a range behind the first
 * segment, which takes two and transfers only the segments that hold it. Memory: four segments of
 * 64 KiB for a body on its way, and twice its size for content in memory of up to 1 MiB.
 *
 * <p>An object that does not begin with a head is <em>legacy plaintext</em>. It is served when its
 * bytes have the SHA-256 that its name tells, which takes reading all of it whatever the range.
 *
 * <p>A listing shows no heads: it tells the length that an encrypted object of that stored length
 * holds, and that is wrong for legacy plaintext.
 *
 * <p>Right: {@code Encrypted(Retrying(Timeout(backend)))}. What is damaged is not asked for again,
 * and the bounds are on bytes that the backend moves.
 *
 * <p>Wrong: {@code Retrying(Encrypted(backend))}. Content in memory would be encrypted anew for
 * every attempt, so that a put whose answer was lost could not be told from another one.
 *
 * @see <a href="file:docs/adr/0013-encrypted-objects.md">ADR 13</a>
 */
final class EncryptingBlobStore extends ForwardingBlobStore {

  private static final ByteRange HEAD = new ByteRange(0, CipherHead.BYTES);
  private static final ByteRange LEAD = new ByteRange(0, Segments.LEAD);

  /** How often an object may be replaced between the two requests of a read. */
  private static final int REPLACEMENTS = 3;

  private final String entry;
  private final String writeKey;
  private final SegmentCipher writer;
  private final Map<String, SegmentCipher> ciphers = new HashMap<>();

  /**
   * @param entry name of the entry, as failures give it
   */
  EncryptingBlobStore(String entry, BlobStore delegate, EncryptionKeys keys) {
    super(delegate);
    this.entry = entry;
    for (EncryptionKey key : keys.ordered()) {
      ciphers.put(key.fingerprint(), new SegmentCipher(key));
    }
    this.writeKey = keys.writeKey().fingerprint();
    this.writer = new SegmentCipher(keys.writeKey());
  }

  @Override
  public StoreDescription describe() {
    StoreDescription below = super.describe();
    Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
    capabilities.addAll(below.capabilities());
    capabilities.remove(Capability.NATIVE_CHECKSUM);
    capabilities.remove(Capability.SERVER_SIDE_COPY);
    capabilities.add(Capability.ENCRYPTION);
    return new StoreDescription(
        below.type(), below.location(), below.physicalIdentity(), capabilities);
  }

  // ---- stat

  /**
   * An object as it is stored.
   *
   * @param info its facts, with the size as stored
   * @param head empty for legacy plaintext
   */
  private record Stored(ObjectInfo info, Optional<CipherHead> head) {}

  @Override
  public Optional<ObjectInfo> stat(ObjectKey key) {
    return look(key).map(this::plainInfo);
  }

  /** As {@link dev.cairn.store.ChainedStore#headCheck}. */
  HeadCheck headCheck(ObjectKey key) {
    Optional<Stored> found = look(key);
    if (found.isEmpty()) {
      return HeadCheck.ABSENT;
    }
    plainInfo(found.get());
    return found.get().head().filter(head -> head.fingerprint().equals(writeKey)).isPresent()
        ? HeadCheck.MATCH
        : HeadCheck.MISMATCH;
  }

  private Optional<Stored> look(ObjectKey key) {
    try {
      return Optional.of(
          delegate()
              .read(
                  key,
                  HEAD,
                  (info, body) ->
                      new Stored(info, CipherHead.parse(body.readNBytes(CipherHead.BYTES)))));
    } catch (PermanentStoreException e) {
      return switch (e.kind()) {
        case NOT_FOUND -> Optional.empty();
        case INVALID -> Optional.of(lookAtEmpty(key, e));
        default -> throw e;
      };
    }
  }

  /** An object without bytes has no first 16 ones to read. */
  private Stored lookAtEmpty(ObjectKey key, PermanentStoreException refusal) {
    return delegate()
        .stat(key)
        .filter(info -> info.size() == 0)
        .map(info -> new Stored(info, Optional.empty()))
        .orElseThrow(() -> refusal);
  }

  private ObjectInfo plainInfo(Stored stored) {
    ObjectInfo info = stored.info();
    long size = info.size();
    if (stored.head().isPresent()) {
      requireCipher(info.key(), stored.head().get());
      size = plainSize(info);
    }
    return new ObjectInfo(
        info.key(), size, info.version(), info.modified(), Optional.empty(), info.metadata());
  }

  private long plainSize(ObjectInfo stored) {
    return Segments.plainSize(stored.size())
        .orElseThrow(
            () ->
                failure(
                    FailureKind.CORRUPT,
                    stored.key(),
                    "the object was cut: no encrypted one has " + stored.size() + " bytes"));
  }

  private SegmentCipher requireCipher(ObjectKey key, CipherHead head) {
    if (head.version() != CipherHead.VERSION) {
      throw failure(
          FailureKind.INVALID,
          key,
          "the object is encrypted in a format of version "
              + head.version()
              + ", this Cairn knows "
              + CipherHead.VERSION);
    }
    SegmentCipher cipher = ciphers.get(head.fingerprint());
    if (cipher == null) {
      throw failure(
          FailureKind.INVALID,
          key,
          "the object is encrypted with the key "
              + head.fingerprint()
              + ", which is not among the entry's: add it to cairn.storage."
              + entry
              + ".encryption-keys");
    }
    return cipher;
  }

  private PermanentStoreException failure(FailureKind kind, ObjectKey key, String summary) {
    return new PermanentStoreException(
        FailureDetail.of(kind, StoreOperation.READ, entry, key, summary), null);
  }

  // ---- read

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    return range == null
        ? delegate().read(key, null, (stored, body) -> whole(stored, body, handler))
        : readPart(key, range, handler);
  }

  private <T extends @Nullable Object> T whole(
      ObjectInfo stored, InputStream body, BodyHandler<T> handler) throws IOException {
    byte[] begin = body.readNBytes(CipherHead.BYTES);
    Optional<CipherHead> head = CipherHead.parse(begin);
    ObjectInfo info = plainInfo(new Stored(stored, head));
    CheckedBody plain =
        head.isPresent()
            ? decrypting(body, head.get(), info)
            : legacy(new SequenceInputStream(new ByteArrayInputStream(begin), body), info);
    return handled(handler, info, plain);
  }

  private CheckedBody decrypting(InputStream body, CipherHead head, ObjectInfo info)
      throws IOException {
    InputStream plain = requireCipher(info.key(), head).decrypting(body);
    return CheckedBody.whole(plain, info.size(), entry, info.key());
  }

  private CheckedBody legacy(InputStream body, ObjectInfo info) {
    BlobHash wanted =
        BlobHash.fromKey(info.key())
            .orElseThrow(
                () ->
                    failure(
                        FailureKind.CORRUPT,
                        info.key(),
                        "the object is not encrypted, and its name does not prove its bytes"));
    return CheckedBody.withHash(body, info.size(), entry, info.key(), wanted);
  }

  private static <T extends @Nullable Object> T handled(
      BodyHandler<T> handler, ObjectInfo info, CheckedBody plain) throws IOException {
    T result = handler.handle(info, plain);
    plain.drain();
    return result;
  }

  /** What a request for a part has come to. */
  private sealed interface Step<T extends @Nullable Object> {}

  private record Done<T extends @Nullable Object>(T result) implements Step<T> {}

  /** Not encrypted. */
  private record Legacy<T extends @Nullable Object>() implements Step<T> {}

  /** The object was replaced since the request before. */
  private record Replaced<T extends @Nullable Object>() implements Step<T> {}

  /**
   * The part lies behind the first segment.
   *
   * @param stored the object with its size as stored
   * @param lead its first bytes
   */
  private record Later<T extends @Nullable Object>(ObjectInfo stored, byte[] lead)
      implements Step<T> {}

  private <T extends @Nullable Object> T readPart(
      ObjectKey key, ByteRange range, BodyHandler<T> handler) {
    ByteRange covering = Segments.covering(range);
    boolean first = covering.offset() == 0;
    for (int round = 0; round < REPLACEMENTS; round++) {
      Step<T> step =
          first
              ? delegate()
                  .read(key, covering, (stored, body) -> fromFirst(stored, body, range, handler))
              : delegate().read(key, LEAD, (stored, body) -> lead(stored, body, range));
      if (step instanceof Later<T> later) {
        step =
            delegate()
                .read(
                    key,
                    covering,
                    (stored, body) -> fromLater(later, stored, body, range, handler));
      }
      if (step instanceof Done<T> done) {
        return done.result();
      }
      if (step instanceof Legacy<T>) {
        return readLegacyPart(key, range, handler);
      }
    }
    throw new RetryableStoreException(
        FailureDetail.of(
            FailureKind.UNAVAILABLE,
            StoreOperation.READ,
            entry,
            key,
            "the object was replaced while it was read, " + REPLACEMENTS + " times"),
        null);
  }

  private <T extends @Nullable Object> Step<T> lead(
      ObjectInfo stored, InputStream body, ByteRange range) throws IOException {
    byte[] lead = body.readNBytes(Segments.LEAD);
    Optional<CipherHead> head = CipherHead.parse(lead);
    if (head.isEmpty()) {
      return new Legacy<>();
    }
    requireInside(range, plainInfo(new Stored(stored, head)));
    return new Later<>(stored, lead);
  }

  private <T extends @Nullable Object> Step<T> fromFirst(
      ObjectInfo stored, InputStream body, ByteRange range, BodyHandler<T> handler)
      throws IOException {
    Step<T> step = lead(stored, body, range);
    return step instanceof Later<T> later
        ? new Done<>(
            part(
                later,
                new StoredPart(later.lead(), stored.size(), body, Segments.LEAD),
                range,
                handler))
        : step;
  }

  private <T extends @Nullable Object> Step<T> fromLater(
      Later<T> later, ObjectInfo stored, InputStream body, ByteRange range, BodyHandler<T> handler)
      throws IOException {
    if (stored.size() != later.stored().size()
        || !stored.version().equals(later.stored().version())) {
      return new Replaced<>();
    }
    long at = Segments.begin(range.offset());
    return new Done<>(
        part(later, new StoredPart(later.lead(), stored.size(), body, at), range, handler));
  }

  private <T extends @Nullable Object> T part(
      Later<T> object, StoredPart stored, ByteRange range, BodyHandler<T> handler)
      throws IOException {
    CipherHead head = CipherHead.parse(object.lead()).orElseThrow();
    ObjectInfo info = plainInfo(new Stored(object.stored(), Optional.of(head)));
    long length = Math.min(range.length(), info.size() - range.offset());
    try (SeekableByteChannel plain = requireCipher(info.key(), head).decrypting(stored)) {
      plain.position(range.offset());
      return handled(
          handler,
          info,
          CheckedBody.part(Channels.newInputStream(plain), length, entry, info.key()));
    }
  }

  private void requireInside(ByteRange range, ObjectInfo info) {
    if (range.offset() >= info.size()) {
      throw failure(
          FailureKind.INVALID,
          info.key(),
          "the range starts behind the last of " + info.size() + " bytes");
    }
  }

  private <T extends @Nullable Object> T readLegacyPart(
      ObjectKey key, ByteRange range, BodyHandler<T> handler) {
    return read(
        key,
        null,
        (info, body) -> {
          requireInside(range, info);
          body.skipNBytes(range.offset());
          long length = Math.min(range.length(), info.size() - range.offset());
          return handled(handler, info, CheckedBody.part(body, length, entry, key));
        });
  }

  // ---- put

  @Override
  public PutResult put(PutRequest request) {
    Content content = encrypted(request);
    Optional<BlobHash> sent =
        request
            .sha256()
            .flatMap(
                wanted ->
                    content instanceof Content.Bytes bytes
                        ? Optional.of(BlobHash.of(BlobHash.newDigest().digest(bytes.array())))
                        : Optional.empty());
    try {
      PutResult stored =
          delegate()
              .put(
                  new PutRequest(
                      request.key(), content, request.condition(), request.metadata(), sent));
      boolean proved = sent.isPresent() && stored.sha256().equals(sent);
      return new PutResult(stored.version(), proved ? request.sha256() : Optional.empty());
    } catch (PermanentStoreException e) {
      return storedBefore(request, content, e);
    }
  }

  private Content encrypted(PutRequest request) {
    try {
      return EncryptedContent.of(request, entry, writer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A conditional put that is refused on a later attempt may have been stored by an earlier one
   * whose answer was lost. The layer below can't tell, because streamed content is encrypted anew
   * for each attempt.
   */
  private PutResult storedBefore(
      PutRequest request, Content sent, PermanentStoreException refusal) {
    boolean maybe =
        refusal.kind() == FailureKind.PRECONDITION_FAILED
            && !(request.condition() instanceof PutCondition.Always)
            && sent instanceof EncryptedContent content
            && content.openedAgain();
    if (!maybe) {
      throw refusal;
    }
    ObjectInfo stored = StoredContent.equalTo(request, this).orElseThrow(() -> refusal);
    return new PutResult(stored.version(), request.sha256()); // its bytes were read just now
  }

  // ---- list

  @Override
  public ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    ListPage page = super.list(prefix, after, limit);
    return new ListPage(
        page.entries().stream()
            .map(
                stored ->
                    new ListPage.Entry(
                        stored.key(), Segments.plainSize(stored.size()).orElse(stored.size())))
            .toList(),
        page.next());
  }
}
