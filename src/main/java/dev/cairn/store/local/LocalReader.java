package dev.cairn.store.local;

import dev.cairn.store.BlobStore.BodyHandler;
import dev.cairn.store.ByteRange;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreOperation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens files and hands their bytes to a handler. Thread-safe. */
final class LocalReader {

  /** Up to this size the bytes are read at once, with one call to the system. */
  private static final int AT_ONCE_BYTES = 64 * 1024;

  private static final int TRIES = 5;

  private final LocalErrors errors;

  LocalReader(LocalErrors errors) {
    this.errors = errors;
  }

  /** Looks at the object that is there now; empty when it is sure that there is none. */
  @FunctionalInterface
  interface Look {
    Optional<ObjectInfo> now() throws IOException;
  }

  /** What to read. */
  record Source(ObjectKey key, Path file, Look look) {}

  private record Opened(FileChannel channel, ObjectInfo info) {}

  private record Part(long start, long length) {}

  <T extends @Nullable Object> T read(
      Source source, @Nullable ByteRange range, BodyHandler<T> handler) {
    try {
      Opened opened = open(source);
      try (FileChannel channel = opened.channel) {
        return read(source, new Opened(channel, opened.info), range, handler);
      }
    } catch (IOException e) {
      throw errors.failure(StoreOperation.READ, source.key, e);
    }
  }

  private <T extends @Nullable Object> T read(
      Source source, Opened opened, @Nullable ByteRange range, BodyHandler<T> handler) {
    Part part = part(source, range, opened.info.size());
    ChannelBody body =
        new ChannelBody(
            opened.channel,
            part.start,
            part.length,
            e -> errors.failure(StoreOperation.READ, source.key, e),
            summary -> cut(source, summary));
    if (part.length > AT_ONCE_BYTES) {
      T result = handle(handler, opened.info, body);
      body.requireRest();
      return result;
    }
    byte[] bytes = new byte[(int) part.length];
    for (int at = 0; at < bytes.length; ) {
      at += body.read(bytes, at, bytes.length - at);
    }
    return handle(handler, opened.info, new ByteArrayInputStream(bytes));
  }

  /** The file and its facts, which belong together although another file may take its name. */
  private Opened open(Source source) throws IOException {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      ObjectInfo before = source.look.now().orElseThrow(() -> notFound(source));
      FileChannel channel;
      try {
        channel = FileChannel.open(source.file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      } catch (NoSuchFileException e) {
        continue; // replaced or deleted meanwhile: the next look tells
      }
      boolean good = false;
      try {
        good = source.look.now().equals(Optional.of(before)) && channel.size() == before.size();
      } finally {
        if (!good) {
          channel.close();
        }
      }
      if (good) {
        return new Opened(channel, before);
      }
    }
    throw errors.retryable(
        FailureKind.UNAVAILABLE,
        StoreOperation.READ,
        source.key,
        "the object is replaced faster than it can be opened");
  }

  private Part part(Source source, @Nullable ByteRange range, long size) {
    if (range == null) {
      return new Part(0, size);
    }
    if (range.offset() >= size) {
      throw errors.permanent(
          FailureKind.INVALID,
          StoreOperation.READ,
          source.key,
          "the range starts at " + range.offset() + ", the object has " + size + " bytes");
    }
    return new Part(range.offset(), Math.min(range.length(), size - range.offset()));
  }

  private static <T extends @Nullable Object> T handle(
      BodyHandler<T> handler, ObjectInfo info, InputStream body) {
    try {
      return handler.handle(info, body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RuntimeException notFound(Source source) {
    return errors.permanent(
        FailureKind.NOT_FOUND, StoreOperation.READ, source.key, "there is no such file");
  }

  private RuntimeException cut(Source source, String summary) {
    return errors.retryable(FailureKind.CONNECTION, StoreOperation.READ, source.key, summary);
  }
}
