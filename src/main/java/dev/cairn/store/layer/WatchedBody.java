package dev.cairn.store.layer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Body of a read as its handler sees it. The watch runs while the handler waits for bytes. */
final class WatchedBody extends InputStream {

  private final InputStream in;
  private final Watch watch;
  private boolean ended;

  WatchedBody(InputStream in, Watch watch) {
    this.in = in;
    this.watch = watch;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    watch.requireNotCutOff();
    watch.resume(true);
    int count;
    try {
      count = in.read(buffer, offset, length);
      if (count < 0) {
        watch.progressed();
      } else {
        watch.moved(count);
      }
    } finally {
      watch.pause();
    }
    watch.requireNotCutOff();
    ended |= count < 0;
    return count;
  }

  /** Reads what the handler left, byte for byte under the watch, so that its end is seen. */
  void drain() throws IOException {
    if (!ended) {
      transferTo(OutputStream.nullOutputStream());
    }
  }

  @Override
  public void close() {
    // the store closes the body itself
  }
}
