package dev.cairn.store.layer;

import dev.cairn.store.Content;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Content of a put as the backend sees it. The watch stands while the content itself is at work,
 * and a backend that comes for more has made progress. Once the attempt is cut off, the content
 * fails, its end included, so that an abandoned put is not completed by late bytes.
 */
final class WatchedContent implements Content.Reopenable {

  /**
   * Content in memory up to this size is passed as it is, which spares small blobs the copying; so
   * many bytes leave within any sensible bound.
   */
  private static final int UNWATCHED_BYTES = 256 * 1024;

  private final Content content;
  private final Watch watch;

  private WatchedContent(Content content, Watch watch) {
    this.content = content;
    this.watch = watch;
  }

  static Content of(Content content, Watch watch) {
    if (content instanceof Content.Bytes && content.size() <= UNWATCHED_BYTES) {
      return content;
    }
    return content instanceof Content.OneShot once
        ? new Content.OneShot(once.size(), new Source(once.stream(), watch))
        : new WatchedContent(content, watch);
  }

  @Override
  public long size() {
    return content.size();
  }

  @Override
  public InputStream open() throws IOException {
    watch.progressed();
    return outside(watch, () -> new Source(content.open(), watch));
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  private static <T> T outside(Watch watch, Step<T> step) throws IOException {
    watch.requireNotCutOff();
    watch.pause();
    boolean good = false;
    try {
      T result = step.run();
      good = true;
      return result;
    } finally {
      watch.resume(good);
    }
  }

  private static final class Source extends FilterInputStream {
    private final Watch watch;
    private int taken;

    Source(InputStream in, Watch watch) {
      super(in);
      this.watch = watch;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      watch.moved(taken); // who comes for more has got rid of what was taken before
      int count = outside(watch, () -> in.read(buffer, offset, length));
      watch.requireNotCutOff();
      taken = Math.max(0, count);
      return count;
    }

    @Override
    public long skip(long count) throws IOException {
      return outside(watch, () -> in.skip(count));
    }

    @Override
    public int available() {
      return 0;
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }
}
