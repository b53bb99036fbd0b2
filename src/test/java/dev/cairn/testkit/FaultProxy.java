package dev.cairn.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A TCP proxy on 127.0.0.1 in front of any server, which can be told at any time to treat the
 * traffic badly, and which counts the requests that came. It passes bytes on as they are, so signed
 * requests stay valid; it only reads along where one HTTP/1.1 request ends and the next one begins.
 * What is said on a connection that does not speak HTTP counts as one request without a method.
 *
 * <p>A fault holds until the next is set. It reaches connections that exist already: an idle one
 * with its next request, and one in the middle of a body with the next piece of it. A {@link
 * Fault.Answer} concerns requests that begin after it was set. When the server itself cannot be
 * reached, the client's connection is reset.
 *
 * <p>Thread-safe. All threads are daemons.
 */
public final class FaultProxy implements AutoCloseable {

  private static final int BACKLOG = 200;
  private static final int FILL_TIMEOUT_MS = 250;

  /**
   * One request.
   *
   * @param method as on the wire
   * @param target as on the wire: path, and query if there is one
   */
  public record Request(String method, String target) {

    /** Stands for all that is sent on a connection which does not speak HTTP. */
    static final Request FOREIGN = new Request("", "");

    /** The target without its query. */
    public String path() {
      return target.split("\\?", 2)[0];
    }

    /** The query, empty when there is none. */
    public String query() {
      String[] parts = target.split("\\?", 2);
      return parts.length == 2 ? parts[1] : "";
    }
  }

  /** Which requests are hit by what, how many of them at most. */
  static final class Rule {
    private final Fault fault;
    private final Predicate<Request> matching;
    private final AtomicInteger left;

    Rule(Fault fault, Predicate<Request> matching, int times) {
      this.fault = fault;
      this.matching = matching;
      this.left = new AtomicInteger(times);
    }

    Fault faultFor(Request request) {
      boolean hit = matching.test(request) && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
      return hit ? fault : Fault.PASS;
    }
  }

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
  private final Object monitor = new Object();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final Map<Request, Integer> counts = new ConcurrentHashMap<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final List<Closeable> portHolders = new ArrayList<>();
  private final int port;
  private volatile InetSocketAddress upstream;
  private volatile Rule rule = new Rule(Fault.PASS, request -> true, Integer.MAX_VALUE);
  private volatile boolean closed;

  private FaultProxy(InetSocketAddress upstream) throws IOException {
    this.upstream = upstream;
    ServerSocket listener = listener(0, BACKLOG);
    this.port = listener.getLocalPort();
    portHolders.add(new Acceptor(listener, startThread("accept", () -> accept(listener))));
  }

  /**
   * Starts a proxy on a free port.
   *
   * @param upstream the server behind it, which need not run yet
   */
  public static FaultProxy inFrontOf(InetSocketAddress upstream) {
    try {
      return new FaultProxy(upstream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@link #inFrontOf(InetSocketAddress)}, with host and port of a URI. */
  public static FaultProxy inFrontOf(URI endpoint) {
    return inFrontOf(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
  }

  /** Where clients connect. */
  public URI endpoint() {
    return URI.create("http://" + host.getHostAddress() + ":" + port);
  }

  /** The port on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Another server for connections that are made from now on. */
  public void setUpstream(InetSocketAddress server) {
    upstream = server;
  }

  // ---- faults

  /** Treats all traffic so from now on. */
  public void set(Fault fault) {
    change(new Rule(fault, request -> true, Integer.MAX_VALUE));
  }

  /**
   * Treats matching requests so from now on; all others pass.
   *
   * @throws IllegalArgumentException for a fault that concerns the port
   */
  public void set(Fault fault, Predicate<Request> matching) {
    set(fault, matching, Integer.MAX_VALUE);
  }

  /**
   * Treats the first {@code times} matching requests so; all others pass.
   *
   * @throws IllegalArgumentException for a fault that concerns the port
   */
  public void set(Fault fault, Predicate<Request> matching, int times) {
    if (fault.closesPort()) {
      throw new IllegalArgumentException(fault + " concerns the port and so all traffic");
    }
    change(new Rule(fault, matching, times));
  }

  /** Lets everything pass. */
  public void pass() {
    set(Fault.PASS);
  }

  private void change(Rule next) {
    synchronized (monitor) {
      boolean portWasClosed = rule.fault.closesPort();
      if (portWasClosed || next.fault.closesPort()) {
        holdPort(next.fault);
      }
      rule = next;
      monitor.notifyAll();
    }
    if (next.fault instanceof Fault.Refuse) {
      connections.forEach(connection -> connection.close(true));
    }
  }

  /** Replaces what holds the port. */
  private void holdPort(Fault fault) {
    try {
      closePort();
      if (fault instanceof Fault.Refuse) {
        portHolders.add(reservation());
      } else if (fault instanceof Fault.FullBacklog) {
        portHolders.add(listener(port, 1));
        fillBacklog();
      } else {
        ServerSocket listener = listener(port, BACKLOG);
        portHolders.add(new Acceptor(listener, startThread("accept", () -> accept(listener))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerSocket listener(int wantedPort, int backlog) throws IOException {
    ServerSocket listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(host, wantedPort), backlog);
    return listener;
  }

  /** Keeps the port from others: bound, but not listening, so that connects are refused. */
  private Socket reservation() throws IOException {
    Socket bound = new Socket();
    bound.setReuseAddress(true);
    bound.bind(new InetSocketAddress(host, port));
    return bound;
  }

  private void fillBacklog() throws IOException {
    for (int filler = 0; filler < 64; filler++) {
      Socket socket = new Socket();
      portHolders.add(socket);
      try {
        socket.connect(new InetSocketAddress(host, port), FILL_TIMEOUT_MS);
      } catch (SocketTimeoutException e) {
        return; // full: this is what the fillers are for
      }
    }
    throw new IOException("the backlog of port " + port + " does not fill");
  }

  private void closePort() throws IOException {
    for (Closeable holder : portHolders) {
      holder.close();
    }
    portHolders.clear();
  }

  // ---- counts

  /** Number of requests with this method and path, whatever their query. */
  public int count(String method, String path) {
    return count(request -> request.method().equals(method) && request.path().equals(path));
  }

  /** Number of requests that match, whatever became of them. */
  public int count(Predicate<Request> matching) {
    return counts.entrySet().stream()
        .filter(entry -> matching.test(entry.getKey()))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** How often each request came. */
  public Map<Request, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** Number of connections accepted so far. */
  public int connectionCount() {
    return accepted.get();
  }

  /** Forgets all counts. */
  public void resetCounts() {
    counts.clear();
    accepted.set(0);
  }

  // ---- for the connections

  Rule rule() {
    return rule;
  }

  boolean isClosed() {
    return closed;
  }

  InetSocketAddress upstream() {
    return upstream;
  }

  void count(Request request) {
    counts.merge(request, 1, Integer::sum);
  }

  void forget(ProxiedConnection connection) {
    connections.remove(connection);
    synchronized (monitor) {
      monitor.notifyAll();
    }
  }

  /** Waits until another rule is in force, or something else happened that is worth a look. */
  void awaitChange(Rule known) {
    synchronized (monitor) {
      if (rule == known && !closed) {
        waitOnMonitor(0);
      }
    }
  }

  /** Waits so long, or until another rule is in force. */
  void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    synchronized (monitor) {
      Rule known = rule;
      long left = time.toMillis();
      while (left > 0 && rule == known && !closed) {
        waitOnMonitor(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    }
  }

  private void waitOnMonitor(long millis) {
    try {
      monitor.wait(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the proxy's own threads", e);
    }
  }

  Thread startThread(String name, Runnable task) {
    Thread thread = new Thread(task, "fault-proxy-" + port + "-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void accept(ServerSocket listener) {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        client.setTcpNoDelay(true);
        accepted.incrementAndGet();
        ProxiedConnection connection = new ProxiedConnection(this, client);
        connections.add(connection);
        connection.start();
      } catch (IOException e) {
        // the listener was closed, which ends the loop, or the client is gone already
        continue;
      }
    }
  }

  /** Resets all connections and gives the port back. */
  @Override
  public void close() {
    synchronized (monitor) {
      closed = true;
      try {
        closePort();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    connections.forEach(connection -> connection.close(true));
  }
}
