package dev.cairn.store.layer;

import dev.cairn.store.Content;
import dev.cairn.store.PutRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Content that is encrypted on its way, with a new salt each time it is opened: the bytes of two
 * attempts differ. Thread-safe.
 */
final class EncryptedContent implements Content.Reopenable {

  /**
   * Most bytes of content in memory that are encrypted in memory as well: then all attempts send
   * the same bytes, and their checksum is known beforehand.
   */
  static final int IN_MEMORY = 1024 * 1024;

  private final PutRequest plain;
  private final String entry;
  private final SegmentCipher cipher;
  private final AtomicInteger opened = new AtomicInteger();

  private EncryptedContent(PutRequest plain, String entry, SegmentCipher cipher) {
    this.plain = plain;
    this.entry = entry;
    this.cipher = cipher;
  }

  /**
   * What is sent instead of the content of {@code plain}.
   *
   * @throws IOException when content in memory cannot be read
   */
  static Content of(PutRequest plain, String entry, SegmentCipher cipher) throws IOException {
    EncryptedContent encrypted = new EncryptedContent(plain, entry, cipher);
    if (plain.content() instanceof Content.Bytes && plain.content().size() <= IN_MEMORY) {
      try (InputStream in = encrypted.open()) {
        return Content.of(in.readNBytes((int) encrypted.size() + 1));
      }
    }
    return plain.content() instanceof Content.OneShot
        ? new Content.OneShot(encrypted.size(), encrypted.open())
        : encrypted;
  }

  @Override
  public long size() {
    return Segments.storedSize(plain.content().size());
  }

  @Override
  public InputStream open() throws IOException {
    opened.incrementAndGet();
    return new EncryptingStream(plain, entry, cipher);
  }

  /** True when more than one attempt was made with it. */
  boolean openedAgain() {
    return opened.get() > 1;
  }
}
