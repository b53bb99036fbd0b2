package dev.cairn.catalog;

import dev.cairn.store.BlobHash;
import dev.cairn.store.Content;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes in an upload whose name, its hash, is known only at its end: small ones in memory, larger
 * ones in a temporary file. Thread-safe.
 */
@ApplicationScoped
public class Spool {
  private static final Logger LOG = Logger.getLogger(Spool.class);
  private static final int IN_MEMORY = 1024 * 1024;
  private static final int BUFFER = 128 * 1024;

  /**
   * An upload, whole.
   *
   * @param hash of its bytes
   * @param content the bytes, as often as wanted until it is closed
   */
  public record Spooled(BlobHash hash, Content.Reopenable content, @Nullable Path file)
      implements AutoCloseable {
    @Override
    public void close() {
      if (file != null) {
        remove(file);
      }
    }
  }

  /**
   * Reads a body to its end.
   *
   * @throws TooLargeException when it has more than {@code maxSize} bytes
   * @throws IOException when the body or the disk breaks
   */
  public Spooled take(InputStream body, long maxSize) throws IOException {
    MessageDigest digest = BlobHash.newDigest();
    byte[] head = body.readNBytes((int) Math.min(IN_MEMORY, maxSize));
    digest.update(head);
    int next = body.read();
    if (next < 0) {
      return new Spooled(BlobHash.of(digest.digest()), Content.of(head), null);
    }
    if (head.length == maxSize) {
      throw new TooLargeException(maxSize);
    }
    Path file = Files.createTempFile("cairn-upload-", ".part");
    boolean whole = false;
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(head);
      digest.update((byte) next);
      out.write(next);
      copy(body, out, digest, head.length + 1L, maxSize);
      whole = true;
    } finally {
      if (!whole) {
        remove(file);
      }
    }
    return new Spooled(BlobHash.of(digest.digest()), Content.of(file), file);
  }

  private static void copy(
      InputStream body, OutputStream out, MessageDigest digest, long before, long maxSize)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    long total = before;
    for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
      total += n;
      if (total > maxSize) {
        throw new TooLargeException(maxSize);
      }
      digest.update(buffer, 0, n);
      out.write(buffer, 0, n);
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warnf(e, "could not remove the temporary file of an upload: %s", file);
    }
  }
}
