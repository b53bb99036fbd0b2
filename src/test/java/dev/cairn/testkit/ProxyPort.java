package dev.cairn.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One port of 127.0.0.1 that is open, refuses, or never answers, and stays the proxy's in all three
 * cases. To be changed by one thread at a time.
 */
final class ProxyPort implements Closeable {

  private static final int BACKLOG = 200;
  private static final int FILL_TIMEOUT_MS = 250;

  /** A listener with its thread: the kernel keeps the port until that has left its call. */
  private record Acceptor(ServerSocket listener, Thread thread) implements Closeable {
    @Override
    public void close() throws IOException {
      listener.close();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final InetAddress host = InetAddress.getLoopbackAddress();
  private final Consumer<Socket> clients;
  private final List<Closeable> holders = new ArrayList<>();
  private final int number;

  /** Opens a free port; {@code clients} is given each connection, on the port's own thread. */
  ProxyPort(Consumer<Socket> clients) throws IOException {
    this.clients = clients;
    ServerSocket listener = listener(0, BACKLOG);
    this.number = listener.getLocalPort();
    accept(listener);
  }

  int number() {
    return number;
  }

  /** Accepts connections again. */
  void open() throws IOException {
    close();
    accept(listener(number, BACKLOG));
  }

  /** Refuses connects: the port is bound, so that nobody else gets it, but does not listen. */
  void refuse() throws IOException {
    close();
    Socket bound = new Socket();
    bound.setReuseAddress(true);
    bound.bind(new InetSocketAddress(host, number));
    holders.add(bound);
  }

  /** Leaves connects unanswered: the port listens, and its queue is full. */
  void fillBacklog() throws IOException {
    close();
    holders.add(listener(number, 1));
    for (int filler = 0; filler < 64; filler++) {
      Socket socket = new Socket();
      holders.add(socket);
      try {
        socket.connect(new InetSocketAddress(host, number), FILL_TIMEOUT_MS);
      } catch (SocketTimeoutException e) {
        return; // full: this is what the fillers are for
      }
    }
    throw new IOException("the backlog of port " + number + " does not fill");
  }

  private ServerSocket listener(int wantedPort, int backlog) throws IOException {
    ServerSocket listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(host, wantedPort), backlog);
    return listener;
  }

  private void accept(ServerSocket listener) {
    Thread thread = new Thread(() -> acceptAll(listener), "fault-proxy-" + number + "-accept");
    thread.setDaemon(true);
    thread.start();
    holders.add(new Acceptor(listener, thread));
  }

  private void acceptAll(ServerSocket listener) {
    while (!listener.isClosed()) {
      try {
        clients.accept(listener.accept());
      } catch (IOException e) {
        // the listener was closed, which ends the loop, or the client is gone already
        continue;
      }
    }
  }

  /** Gives the port back. */
  @Override
  public void close() throws IOException {
    for (Closeable holder : holders) {
      holder.close();
    }
    holders.clear();
  }
}
