package dev.cairn.store.layer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;

/**
 * An encrypted object of which only the lead and a later part are at hand, as a channel that the
 * cipher can move about in. The part is read once, forwards. Not thread-safe.
 */
final class StoredPart implements SeekableByteChannel {

  private final byte[] lead;
  private final long size;
  private final InputStream part;
  private long partAt;
  private long position;
  private boolean open = true;

  /**
   * @param lead the first {@link Segments#LEAD} bytes of the object
   * @param size bytes of the whole object
   * @param part bytes from a later place on; left open
   * @param partAt that place
   */
  StoredPart(byte[] lead, long size, InputStream part, long partAt) {
    this.lead = lead;
    this.size = size;
    this.part = part;
    this.partAt = partAt;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (!open) {
      throw new ClosedChannelException();
    }
    if (position >= size) {
      return -1;
    }
    int count = position < lead.length ? fromLead(into) : fromPart(into);
    position += Math.max(0, count);
    return count;
  }

  private int fromLead(ByteBuffer into) {
    int count = (int) Math.min(into.remaining(), lead.length - position);
    into.put(lead, (int) position, count);
    return count;
  }

  private int fromPart(ByteBuffer into) throws IOException {
    if (position < partAt) {
      throw new IOException("byte " + position + " was not asked for");
    }
    part.skipNBytes(position - partAt);
    int count = part.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
    partAt = position + Math.max(0, count);
    into.position(into.position() + Math.max(0, count));
    return count;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    position = newPosition;
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
  }

  @Override
  public int write(ByteBuffer from) {
    throw new UnsupportedOperationException("only read");
  }

  @Override
  public SeekableByteChannel truncate(long newSize) {
    throw new UnsupportedOperationException("only read");
  }
}
