package dev.cairn.admin.api;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The body of a request. Remembers whether it was the client's connection that broke, to tell that
 * from trouble with the server's own disk. Used by one thread.
 */
final class ClientBody extends FilterInputStream {
  private boolean broken;

  ClientBody(InputStream body) {
    super(body);
  }

  /** True when reading from the client has failed. */
  boolean broken() {
    return broken;
  }

  @Override
  public int read() throws IOException {
    return noting(super::read);
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return noting(() -> super.read(buffer, offset, length));
  }

  private int noting(Read read) throws IOException {
    boolean whole = false;
    try {
      int got = read.run();
      whole = true;
      return got;
    } finally {
      broken |= !whole;
    }
  }

  private interface Read {
    int run() throws IOException;
  }
}
