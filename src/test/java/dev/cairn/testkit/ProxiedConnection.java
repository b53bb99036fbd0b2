package dev.cairn.testkit;

import dev.cairn.testkit.Exchange.Direction;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection through a {@link FaultProxy}: one thread carries requests to the server,
 * a second one carries answers back. The fault in force is asked for anew before every piece, so a
 * change is felt by bodies under way.
 */
final class ProxiedConnection {

  /** Ends a connection: with a reset, or in good order. */
  private static final class Cut extends IOException {
    private static final long serialVersionUID = 1L;
    private final boolean reset;

    Cut(boolean reset) {
      super(reset ? "reset by the proxy" : "closed by the proxy");
      this.reset = reset;
    }
  }

  private final FaultProxy proxy;
  private final Socket client;
  private final BlockingDeque<Exchange> unanswered = new LinkedBlockingDeque<>();
  private volatile @Nullable Socket server;
  private volatile @Nullable Exchange foreign;
  private volatile boolean closed;

  ProxiedConnection(FaultProxy proxy, Socket client) {
    this.proxy = proxy;
    this.client = client;
  }

  void start() {
    proxy.startThread("requests", this::carryRequests);
  }

  // ---- requests

  private void carryRequests() {
    try {
      InputStream in = new BufferedInputStream(client.getInputStream());
      if (speaksHttp(in)) {
        HttpHead head = HttpHead.read(in);
        while (head != null) {
          carryRequest(head, in);
          head = HttpHead.read(in);
        }
      } else {
        carryForeignRequests(in);
      }
      endOfRequests();
    } catch (Cut e) {
      close(e.reset);
    } catch (IOException e) {
      close(true);
    }
  }

  /** HTTP begins with a method in capitals; TLS and the databases' protocols do not. */
  private static boolean speaksHttp(InputStream in) throws IOException {
    in.mark(1);
    int first = in.read();
    in.reset();
    return first < 0 || (first >= 'A' && first <= 'Z');
  }

  private void carryForeignRequests(InputStream in) throws IOException {
    Exchange all = new Exchange(FaultProxy.Request.FOREIGN, proxy.rule());
    foreign = all;
    proxy.count(all.request());
    waitOutSilence(all);
    carryUntilEnd(all, Direction.REQUEST, in, server().getOutputStream());
  }

  private void carryRequest(HttpHead head, InputStream in) throws IOException {
    Exchange exchange = new Exchange(head.request(), proxy.rule());
    proxy.count(exchange.request());
    if (waitOutSilence(exchange) instanceof Fault.Answer answer) {
      answer(exchange, answer, head, in);
      return;
    }
    OutputStream out = server().getOutputStream();
    unanswered.add(exchange);
    out.write(head.bytes());
    out.flush();
    if (head.chunked()) {
      carryChunks(exchange, Direction.REQUEST, in, out);
    } else {
      carryBytes(exchange, Direction.REQUEST, in, out, head.contentLength().orElse(0));
    }
  }

  private void answer(Exchange exchange, Fault.Answer answer, HttpHead head, InputStream in)
      throws IOException {
    boolean close = head.expectsContinue();
    if (!close) {
      OutputStream nowhere = OutputStream.nullOutputStream();
      if (head.chunked()) {
        carryChunks(exchange, Direction.REQUEST, in, nowhere);
      } else {
        in.skipNBytes(head.contentLength().orElse(0));
      }
    }
    OutputStream out = client.getOutputStream();
    out.write(answer.bytes(head.request().method().equals("HEAD"), close));
    out.flush();
    if (close) {
      throw new Cut(false);
    }
  }

  private void endOfRequests() throws IOException {
    Socket open = server;
    if (open == null) {
      close(false);
    } else {
      open.shutdownOutput();
    }
  }

  private Socket server() throws IOException {
    Socket open = server;
    if (open == null) {
      open = new Socket();
      open.setTcpNoDelay(true);
      open.connect(proxy.upstream());
      server = open;
      if (closed) {
        open.close();
        throw new Cut(true);
      }
      proxy.startThread("answers", this::carryAnswers);
    }
    return open;
  }

  // ---- answers

  private void carryAnswers() {
    try {
      InputStream in = new BufferedInputStream(server().getInputStream());
      Exchange all = foreign;
      if (all != null) {
        carryUntilEnd(all, Direction.RESPONSE, in, client.getOutputStream());
        throw new Cut(false);
      }
      HttpHead head = HttpHead.read(in);
      while (head != null) {
        carryAnswer(head, in);
        head = HttpHead.read(in);
      }
      close(false);
    } catch (Cut e) {
      close(e.reset);
    } catch (IOException e) {
      close(true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close(true);
    }
  }

  private void carryAnswer(HttpHead head, InputStream in) throws IOException, InterruptedException {
    boolean interim = head.status() < 200;
    Exchange exchange = unanswered.take();
    if (waitOutSilence(exchange) instanceof Fault.LoseAnswer && !interim) {
      throw new Cut(true);
    }
    OutputStream out = client.getOutputStream();
    out.write(head.bytes());
    out.flush();
    if (interim) {
      unanswered.addFirst(exchange);
      return;
    }
    boolean bodiless =
        exchange.request().method().equals("HEAD") || head.status() == 204 || head.status() == 304;
    if (bodiless) {
      return;
    }
    if (head.chunked()) {
      carryChunks(exchange, Direction.RESPONSE, in, out);
    } else if (head.contentLength().isPresent()) {
      carryBytes(exchange, Direction.RESPONSE, in, out, head.contentLength().getAsLong());
    } else {
      carryUntilEnd(exchange, Direction.RESPONSE, in, out);
      throw new Cut(false);
    }
  }

  // ---- bodies

  private void carryBytes(
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

  private void carryChunks(Exchange exchange, Direction direction, InputStream in, OutputStream out)
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

  private void carryUntilEnd(
      Exchange exchange, Direction direction, InputStream in, OutputStream out) throws IOException {
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

  // ---- faults

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
  private Fault waitOutSilence(Exchange exchange) throws IOException {
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

  /** Closes both sides, with a reset or in good order. */
  void close(boolean reset) {
    closed = true;
    closeSocket(client, reset);
    Socket open = server;
    if (open != null) {
      closeSocket(open, reset);
    }
    proxy.forget(this);
  }

  private static void closeSocket(Socket socket, boolean reset) {
    try {
      if (reset) {
        socket.setSoLinger(true, 0);
      }
      socket.close();
    } catch (IOException e) {
      // closing is all that was wanted; a socket that cannot be closed is closed already
      return;
    }
  }
}
