package dev.cairn.testkit;

import dev.cairn.testkit.Exchange.Direction;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Carries bodies through one connection of a {@link FaultProxy}, as far as the fault in force lets
 * them. That is asked for anew before every piece, so a change is felt by bodies under way.
 */
final class Passage {

  /** Ends a connection: with a reset, or in good order. */
  static final class Cut extends IOException {
    private static final long serialVersionUID = 1L;
    private final boolean reset;

    Cut(boolean reset) {
      super(reset ? "reset by the proxy" : "closed by the proxy");
      this.reset = reset;
    }

    boolean resets() {
      return reset;
    }
  }

  private final FaultProxy proxy;
  private volatile boolean closed;

  Passage(FaultProxy proxy) {
    this.proxy = proxy;
  }

  boolean isClosed() {
    return closed;
  }

  /** Lets nothing pass any more. */
  void close() {
    closed = true;
  }

  void carryBytes(
      Exchange exchange, Direction direction, InputStream in, OutputStream out, long count)
      throws IOException {
    byte[] buffer = new byte[16 * 1024];
    long left = count;
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new EOFException("body ended early");
      }
      pass(exchange, direction, buffer, read, out);
      left -= read;
    }
  }

  void carryChunks(Exchange exchange, Direction direction, InputStream in, OutputStream out)
      throws IOException {
    long size;
    do {
      String line = carryLine(exchange, direction, in, out);
      size = Long.parseLong(line.split(";", 2)[0].strip(), 16);
      if (size > 0) {
        carryBytes(exchange, direction, in, out, size);
        carryLine(exchange, direction, in, out);
      }
    } while (size > 0);
    String trailer;
    do {
      trailer = carryLine(exchange, direction, in, out);
    } while (!trailer.isEmpty());
  }

  private String carryLine(Exchange exchange, Direction direction, InputStream in, OutputStream out)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String line = HttpHead.readLine(in, bytes);
    if (line == null) {
      throw new EOFException("body ended early");
    }
    pass(exchange, direction, bytes.toByteArray(), bytes.size(), out);
    return line;
  }

  void carryUntilEnd(Exchange exchange, Direction direction, InputStream in, OutputStream out)
      throws IOException {
    byte[] buffer = new byte[16 * 1024];
    int read = in.read(buffer);
    while (read >= 0) {
      pass(exchange, direction, buffer, read, out);
      read = in.read(buffer);
    }
  }

  private void pass(
      Exchange exchange, Direction direction, byte[] buffer, int count, OutputStream out)
      throws IOException {
    int done = 0;
    while (done < count) {
      int piece = permitted(exchange, direction, count - done);
      out.write(buffer, done, piece);
      out.flush();
      exchange.passed(direction, piece);
      done += piece;
    }
  }

  /** How many of {@code wanted} bytes may pass now; waits where the fault says so. */
  private int permitted(Exchange exchange, Direction direction, int wanted) throws IOException {
    Fault fault = waitOutSilence(exchange);
    if (fault instanceof Fault.Drip drip) {
      proxy.pause(drip.pause());
      return Math.min(drip.bytes(), wanted);
    }
    long limit = Long.MAX_VALUE;
    boolean reset = true;
    if (direction == Direction.REQUEST && fault instanceof Fault.ResetRequest f) {
      limit = f.afterBytes();
    } else if (direction == Direction.RESPONSE && fault instanceof Fault.ResetResponse f) {
      limit = f.afterBytes();
    } else if (direction == Direction.RESPONSE && fault instanceof Fault.Truncate f) {
      limit = f.afterBytes();
      reset = false;
    }
    long left = limit - exchange.passed(direction);
    if (left <= 0) {
      throw new Cut(reset);
    }
    return (int) Math.min(left, wanted);
  }

  /** The fault in force for this exchange, once it is one that lets anything move. */
  Fault waitOutSilence(Exchange exchange) throws IOException {
    while (!closed && !proxy.isClosed()) {
      FaultProxy.Rule rule = proxy.rule();
      Fault fault = exchange.fault(rule);
      if (fault instanceof Fault.Refuse) {
        break; // accepted in the moment in which the port was closed
      }
      if (!(fault instanceof Fault.Silent || fault instanceof Fault.FullBacklog)) {
        return fault;
      }
      proxy.awaitChange(rule);
    }
    throw new Cut(true);
  }
}
