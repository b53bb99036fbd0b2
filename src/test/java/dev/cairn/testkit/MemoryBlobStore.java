package dev.cairn.testkit;

import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.ContentStream;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.Md5;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.ObjectMetadata;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutCondition;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreDescription.Capability;
import dev.cairn.store.StoreOperation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A complete store in memory, for tests of what stands above the port. It keeps everything,
 * checksums included, knows every condition and never fails by itself. Closing it loses nothing.
 *
 * <p>Thread-safe.
 */
public final class MemoryBlobStore implements BlobStore {

  private record Stored(byte[] bytes, ObjectInfo info) {}

  private final String name;
  private final TreeMap<ObjectKey, Stored> objects = new TreeMap<>();
  private long versions;

  /**
   * @param name names the store in its description and failures; two stores of one name claim to be
   *     the same physical storage
   */
  public MemoryBlobStore(String name) {
    this.name = name;
  }

  @Override
  public StoreDescription describe() {
    return new StoreDescription(
        "memory",
        "memory:" + name,
        "memory:" + name,
        EnumSet.complementOf(EnumSet.of(Capability.SERVER_SIDE_COPY, Capability.ENCRYPTION)));
  }

  @Override
  public void initialize() {
    // exists from its construction on
  }

  @Override
  public synchronized Optional<ObjectInfo> stat(ObjectKey key) {
    return Optional.ofNullable(objects.get(key)).map(Stored::info);
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    Stored stored = find(key);
    int from = 0;
    int to = stored.bytes.length;
    if (range != null) {
      if (range.offset() >= to) {
        throw failure(FailureKind.INVALID, StoreOperation.READ, key, "range starts behind the end");
      }
      from = (int) range.offset();
      to = (int) Math.min(to, from + Math.min(range.length(), to));
    }
    try {
      return handler.handle(stored.info, new ByteArrayInputStream(stored.bytes, from, to - from));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized Stored find(ObjectKey key) {
    Stored stored = objects.get(key);
    if (stored == null) {
      throw failure(FailureKind.NOT_FOUND, StoreOperation.READ, key, "no such object");
    }
    return stored;
  }

  @Override
  public PutResult put(PutRequest request) {
    byte[] bytes = bytesOf(request);
    BlobHash hash = BlobHash.of(BlobHash.newDigest().digest(bytes));
    if (request.sha256().isPresent() && !request.sha256().get().equals(hash)) {
      throw failure(
          FailureKind.CORRUPT, StoreOperation.PUT, request.key(), "content has another SHA-256");
    }
    return new PutResult(
        Optional.of(store(request.key(), request.condition(), bytes, request.metadata(), hash)),
        Optional.of(hash));
  }

  private byte[] bytesOf(PutRequest request) {
    try (ContentStream in = ContentStream.open(request, name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized String store(
      ObjectKey key, PutCondition condition, byte[] bytes, ObjectMetadata metadata, BlobHash hash) {
    Stored before = objects.get(key);
    if (!holds(condition, before)) {
      throw failure(
          FailureKind.PRECONDITION_FAILED, StoreOperation.PUT, key, "condition does not hold");
    }
    String version = "v" + ++versions;
    ObjectInfo info =
        new ObjectInfo(
            key,
            bytes.length,
            Optional.of(version),
            Optional.of(Instant.now()),
            Optional.of(hash),
            metadata);
    objects.put(key, new Stored(bytes, info));
    return version;
  }

  private static boolean holds(PutCondition condition, @Nullable Stored before) {
    if (condition instanceof PutCondition.IfAbsent) {
      return before == null;
    }
    if (condition instanceof PutCondition.IfVersion required) {
      return before != null && before.info.version().equals(Optional.of(required.version()));
    }
    return true;
  }

  @Override
  public synchronized void delete(ObjectKey key) {
    objects.remove(key);
  }

  @Override
  public synchronized ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    if (limit < 1 || limit > 1000) {
      throw new IllegalArgumentException("limit must be 1 to 1000, was " + limit);
    }
    List<ListPage.Entry> entries = new ArrayList<>();
    for (Stored stored : (after == null ? objects : objects.tailMap(after, false)).values()) {
      ObjectKey key = stored.info.key();
      if (key.value().startsWith(prefix)) {
        if (entries.size() == limit) {
          return new ListPage(entries, Optional.of(entries.get(limit - 1).key()));
        }
        entries.add(new ListPage.Entry(key, stored.info.size(), md5(stored.bytes)));
      }
    }
    return new ListPage(entries, Optional.empty());
  }

  private static Optional<String> md5(byte[] bytes) {
    return Md5.digest()
        .map(
            digest -> {
              digest.update(bytes);
              return Md5.hex(digest);
            });
  }

  /** Number of objects. */
  public synchronized int size() {
    return objects.size();
  }

  /**
   * Changes stored bytes behind everybody's back, as a rotting disk does: version, size and
   * checksum that {@link #stat} tells stay what they were.
   *
   * @param change is given a copy of the bytes
   * @throws IllegalStateException when there is no such object
   */
  public synchronized void tamper(ObjectKey key, UnaryOperator<byte[]> change) {
    Stored stored = objects.get(key);
    if (stored == null) {
      throw new IllegalStateException("no object " + key);
    }
    objects.put(key, new Stored(change.apply(stored.bytes.clone()), stored.info));
  }

  @Override
  public void sync() {
    // as durable as it gets
  }

  @Override
  public void close() {
    // keeps its objects
  }

  private PermanentStoreException failure(
      FailureKind kind, StoreOperation operation, ObjectKey key, String summary) {
    return new PermanentStoreException(FailureDetail.of(kind, operation, name, key, summary), null);
  }
}
