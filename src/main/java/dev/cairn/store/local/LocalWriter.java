package dev.cairn.store.local;

import dev.cairn.store.BlobHash;
import dev.cairn.store.Content;
import dev.cairn.store.ContentStream;
import dev.cairn.store.FailureKind;
import dev.cairn.store.PutRequest;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** Writes the bytes of a put into a file and checks them on the way. Thread-safe. */
final class LocalWriter {

  private static final int BUFFER_BYTES = 256 * 1024;

  private final String entry;
  private final LocalErrors errors;

  LocalWriter(String entry, LocalErrors errors) {
    this.entry = entry;
    this.errors = errors;
  }

  /**
   * Writes the content and makes it durable.
   *
   * @throws IOException of the file
   * @throws UncheckedIOException of the content
   * @throws dev.cairn.store.PermanentStoreException CORRUPT when length or hash differ
   */
  void write(PutRequest request, FileChannel channel) throws IOException {
    MessageDigest digest = request.sha256().isPresent() ? BlobHash.newDigest() : null;
    if (request.content() instanceof Content.Bytes bytes) {
      writeSlices(bytes.array(), channel);
      if (digest != null) {
        digest.update(bytes.array());
      }
    } else {
      copy(request, channel, digest);
    }
    if (digest != null && !BlobHash.of(digest.digest()).equals(request.sha256().orElseThrow())) {
      throw errors.permanent(
          FailureKind.CORRUPT,
          StoreOperation.PUT,
          request.key(),
          "the content has another SHA-256 than the request says");
    }
    channel.force(true);
  }

  /** In slices, because Java keeps a native buffer as large as the largest write of a thread. */
  private static void writeSlices(byte[] bytes, FileChannel channel) throws IOException {
    for (int at = 0; at < bytes.length; at += BUFFER_BYTES) {
      writeFully(ByteBuffer.wrap(bytes, at, Math.min(BUFFER_BYTES, bytes.length - at)), channel);
    }
  }

  private void copy(PutRequest request, FileChannel channel, @Nullable MessageDigest digest)
      throws IOException {
    ContentStream in = ContentStream.open(request, entry);
    try {
      byte[] buffer = new byte[(int) Math.min(BUFFER_BYTES, request.content().size() + 1)];
      for (int count = in.read(buffer, 0, buffer.length);
          count >= 0;
          count = in.read(buffer, 0, buffer.length)) {
        writeFully(ByteBuffer.wrap(buffer, 0, count), channel);
        if (digest != null) {
          digest.update(buffer, 0, count);
        }
      }
    } finally {
      close(in);
    }
  }

  private static void close(ContentStream in) {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeFully(ByteBuffer buffer, FileChannel channel) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }
}
