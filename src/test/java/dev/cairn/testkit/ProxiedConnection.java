package dev.cairn.testkit;

import dev.cairn.testkit.Exchange.Direction;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection through a {@link FaultProxy}: one thread carries requests to the server,
 * a second one carries answers back. The fault in force is asked for anew before every piece.
 */
final class ProxiedConnection {

  private final FaultProxy proxy;
  private final Socket client;
  private final Passage passage;
  private final BlockingDeque<Exchange> unanswered = new LinkedBlockingDeque<>();
  private volatile @Nullable Socket server;
  private volatile @Nullable Exchange foreign;
  private volatile @Nullable Exchange newest;

  ProxiedConnection(FaultProxy proxy, Socket client) {
    this.proxy = proxy;
    this.client = client;
    this.passage = new Passage(proxy);
  }

  void start() {
    proxy.startThread("requests", this::carryRequests);
  }

  // ---- requests

  private void carryRequests() {
    try {
      client.setTcpNoDelay(true);
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
    } catch (Passage.Cut e) {
      close(e.resets());
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
    passage.waitOutSilence(all);
    passage.carryUntilEnd(all, Direction.REQUEST, in, server().getOutputStream());
  }

  private void carryRequest(HttpHead head, InputStream in) throws IOException {
    Exchange exchange = new Exchange(head.request(), proxy.rule());
    newest = exchange;
    proxy.count(exchange.request());
    if (passage.waitOutSilence(exchange) instanceof Fault.Answer answer) {
      answer(exchange, answer, head, in);
      return;
    }
    OutputStream out = server().getOutputStream();
    unanswered.add(exchange);
    out.write(head.bytes());
    out.flush();
    if (head.chunked()) {
      passage.carryChunks(exchange, Direction.REQUEST, in, out);
    } else {
      passage.carryBytes(exchange, Direction.REQUEST, in, out, head.contentLength().orElse(0));
    }
  }

  private void answer(Exchange exchange, Fault.Answer answer, HttpHead head, InputStream in)
      throws IOException {
    boolean close = head.expectsContinue();
    if (!close) {
      OutputStream nowhere = OutputStream.nullOutputStream();
      if (head.chunked()) {
        passage.carryChunks(exchange, Direction.REQUEST, in, nowhere);
      } else {
        in.skipNBytes(head.contentLength().orElse(0));
      }
    }
    OutputStream out = client.getOutputStream();
    out.write(answer.bytes(head.request().method().equals("HEAD"), close));
    out.flush();
    if (close) {
      throw new Passage.Cut(false);
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
      if (passage.isClosed()) {
        open.close();
        throw new Passage.Cut(true);
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
        passage.carryUntilEnd(all, Direction.RESPONSE, in, client.getOutputStream());
        throw new Passage.Cut(false);
      }
      HttpHead head = HttpHead.read(in);
      while (head != null) {
        carryAnswer(head, in);
        head = HttpHead.read(in);
      }
      holdBackTheEnd();
      close(false);
    } catch (Passage.Cut e) {
      close(e.resets());
    } catch (IOException e) {
      close(true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close(true);
    }
  }

  /** While all is silent, nobody hears that the server has hung up. */
  private void holdBackTheEnd() throws IOException {
    Exchange last = newest;
    if (last != null) {
      passage.waitOutSilence(last);
    }
  }

  private void carryAnswer(HttpHead head, InputStream in) throws IOException, InterruptedException {
    boolean interim = head.status() < 200;
    Exchange exchange = unanswered.take();
    if (passage.waitOutSilence(exchange) instanceof Fault.LoseAnswer && !interim) {
      throw new Passage.Cut(true);
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
      passage.carryChunks(exchange, Direction.RESPONSE, in, out);
    } else if (head.contentLength().isPresent()) {
      passage.carryBytes(exchange, Direction.RESPONSE, in, out, head.contentLength().getAsLong());
    } else {
      passage.carryUntilEnd(exchange, Direction.RESPONSE, in, out);
      throw new Passage.Cut(false);
    }
  }

  // ---- end

  /** Closes both sides, with a reset or in good order. */
  void close(boolean reset) {
    passage.close();
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
