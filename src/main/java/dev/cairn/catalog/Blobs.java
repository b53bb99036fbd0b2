package dev.cairn.catalog;

import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.Content;
import dev.cairn.store.FailureKind;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.PutRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an application does with its blobs: put, read, look, delete. Thread-safe. */
@ApplicationScoped
public class Blobs {
  private @Inject Registry registry;
  private @Inject LiveStore live;
  private @Inject Spool spool;

  /**
   * A stored blob.
   *
   * @param hash its name
   * @param size bytes
   * @param created false when it was live already
   */
  public record Stored(BlobHash hash, long size, boolean created) {}

  /**
   * Stores a blob and registers it. The bytes come first: the registration is the last thing to
   * happen.
   *
   * @param body the bytes, read to their end; the caller closes it
   * @param expected hash they must have, or null
   * @param maxSize most bytes accepted
   * @throws GateClosedException when the application is read-only, at the start or at the end
   * @throws HashMismatchException when the bytes have another hash than expected; nothing is stored
   * @throws TooLargeException when there are more bytes than accepted
   * @throws IOException when the body breaks or cannot be spooled
   */
  public Stored put(InputStream body, @Nullable BlobHash expected, long maxSize)
      throws IOException {
    refuseWhileClosed();
    try (Spool.Spooled spooled = spool.take(body, maxSize)) {
      BlobHash hash = spooled.hash();
      if (expected != null && !expected.equals(hash)) {
        throw new HashMismatchException(expected, hash);
      }
      try (Leased leased = live.acquire()) {
        boolean present = storedAlready(hash, leased.store());
        if (!present) {
          store(hash, spooled.content(), leased.store());
        }
        Registry.Registered registered =
            registry.register(hash, spooled.content().size(), leased.pointerVersion());
        return new Stored(
            hash, spooled.content().size(), registered != Registry.Registered.PRESENT);
      }
    }
  }

  private boolean storedAlready(BlobHash hash, BlobStore store) {
    return registry.find(hash).filter(BlobRow::live).isPresent()
        && store.stat(hash.key()).isPresent();
  }

  private static void store(BlobHash hash, Content.Reopenable content, BlobStore store) {
    store.put(PutRequest.of(hash, content));
    store.sync();
  }

  /** The live row of a blob, or empty when there is none. */
  public Optional<BlobRow> find(BlobHash hash) {
    return registry.find(hash).filter(BlobRow::live);
  }

  /**
   * Reads a registered blob or a part of it. Bytes that are not where the pointer says are looked
   * for once more after the pointer was read again: another node may have moved it.
   */
  public <T extends @Nullable Object> T read(
      BlobHash hash, @Nullable ByteRange range, BlobStore.BodyHandler<T> handler) {
    try (Leased leased = live.acquire()) {
      return leased.store().read(hash.key(), range, handler);
    } catch (PermanentStoreException e) {
      if (e.kind() != FailureKind.NOT_FOUND) {
        throw e;
      }
      live.refresh();
      try (Leased leased = live.acquire()) {
        return leased.store().read(hash.key(), range, handler);
      }
    }
  }

  /**
   * Deletes a blob: it answers as absent from now on. Its bytes stay until they are purged.
   *
   * @return false when there was no live blob
   * @throws GateClosedException when the application is read-only
   */
  public boolean delete(BlobHash hash) {
    refuseWhileClosed();
    return registry.delete(hash);
  }

  private void refuseWhileClosed() {
    Gate gate = live.gate();
    if (gate.closed()) {
      throw new GateClosedException(gate, "writes are refused while a migration runs");
    }
  }
}
