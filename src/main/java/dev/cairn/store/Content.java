package dev.cairn.store;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a put sends: a known number of bytes, from a source that can be opened again or only once.
 */
public sealed interface Content {

  /** Number of bytes; {@link #open} yields exactly that many. */
  long size();

  /**
   * Opens the bytes from the start. The caller closes the stream.
   *
   * @throws IOException when the source cannot be opened or, for {@link OneShot}, was opened before
   */
  InputStream open() throws IOException;

  /** Content that can be opened any number of times: what a retry needs. Thread-safe. */
  non-sealed interface Reopenable extends Content {}

  /**
   * Content that can be opened once. The retry layer refuses it; only code that repeats the whole
   * transfer itself may put it, on a store without the retry layer.
   *
   * @param size number of bytes
   * @param stream the bytes; owned by the caller, closing it is left to its owner
   */
  record OneShot(long size, InputStream stream) implements Content {
    @Override
    public InputStream open() {
      return stream;
    }
  }

  /** The bytes of an array, which must not change afterwards. */
  static Reopenable of(byte[] bytes) {
    return new Bytes(bytes);
  }

  /**
   * The bytes of a file, which must not change afterwards.
   *
   * @throws IOException when its size cannot be read
   */
  static Reopenable of(Path file) throws IOException {
    return new FileContent(file, Files.size(file));
  }

  /** Content in memory. */
  final class Bytes implements Reopenable {
    private final byte[] bytes;

    private Bytes(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }

    /** The array itself, not a copy: read it, never write it. */
    public byte[] array() {
      return bytes;
    }
  }

  /**
   * Content of a file.
   *
   * @param file where
   * @param size number of bytes
   */
  record FileContent(Path file, long size) implements Reopenable {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(file);
    }
  }
}
