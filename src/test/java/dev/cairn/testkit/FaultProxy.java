package dev.cairn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
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

  private final Object monitor = new Object();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final Map<Request, Integer> counts = new ConcurrentHashMap<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final ProxyPort port;
  private volatile InetSocketAddress upstream;
  private volatile Rule rule = new Rule(Fault.PASS, request -> true, Integer.MAX_VALUE);
  private volatile boolean closed;

  private FaultProxy(InetSocketAddress upstream) throws IOException {
    this.upstream = upstream;
    this.port = new ProxyPort(this::connected);
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
    return URI.create("http://127.0.0.1:" + port.number());
  }

  /** The port on 127.0.0.1. */
  public int port() {
    return port.number();
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
        changePort(next.fault);
      }
      rule = next;
      monitor.notifyAll();
    }
    if (next.fault instanceof Fault.Refuse) {
      connections.forEach(connection -> connection.close(true));
    }
  }

  private void changePort(Fault fault) {
    try {
      if (fault instanceof Fault.Refuse) {
        port.refuse();
      } else if (fault instanceof Fault.FullBacklog) {
        port.fillBacklog();
      } else {
        port.open();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  void startThread(String name, Runnable task) {
    Thread thread = new Thread(task, "fault-proxy-" + port.number() + "-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void connected(Socket client) {
    accepted.incrementAndGet();
    ProxiedConnection connection = new ProxiedConnection(this, client);
    connections.add(connection);
    connection.start();
  }

  /** Resets all connections and gives the port back. */
  @Override
  public void close() {
    synchronized (monitor) {
      closed = true;
      try {
        port.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    connections.forEach(connection -> connection.close(true));
  }
}
