package dev.cairn.store.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.Function;

/**
 * A part of a file as the body of a read. Fails with store failures, never with an IOException; a
 * file that ends early is such a failure. Not thread-safe.
 */
final class ChannelBody extends InputStream {

  private final FileChannel channel;
  private final Function<IOException, RuntimeException> failure;
  private final Function<String, RuntimeException> cut;
  private long position;
  private long left;

  /**
   * @param start first byte
   * @param length number of bytes
   * @param failure turns errors of the file system into failures
   * @param cut makes the failure of a file that ends early
   */
  ChannelBody(
      FileChannel channel,
      long start,
      long length,
      Function<IOException, RuntimeException> failure,
      Function<String, RuntimeException> cut) {
    this.channel = channel;
    this.position = start;
    this.left = length;
    this.failure = failure;
    this.cut = cut;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      return -1;
    }
    int count = transfer(ByteBuffer.wrap(buffer, offset, (int) Math.min(length, left)));
    if (count < 0) {
      throw cut.apply("the file ended " + left + " bytes early");
    }
    position += count;
    left -= count;
    return count;
  }

  private int transfer(ByteBuffer into) {
    try {
      return channel.read(into, position);
    } catch (IOException e) {
      throw failure.apply(e);
    }
  }

  /** Makes sure that the bytes that nobody read are there. */
  void requireRest() {
    try {
      if (channel.size() < position + left) {
        throw cut.apply("the file became shorter while it was read");
      }
    } catch (IOException e) {
      throw failure.apply(e);
    }
  }
}
