package dev.cairn.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against the JDK's own HTTP server, with a client that sends and reads bare bytes. */
class FaultProxyTest {

  private static final int LONG_ENOUGH_MS = 20_000;
  private static final int SILENCE_MS = 300;

  private final AtomicInteger served = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private FaultProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
    proxy = FaultProxy.inFrontOf(server.getAddress());
  }

  @AfterEach
  void stop() {
    proxy.close();
    server.stop(0);
    threads.shutdownNow();
  }

  /** Answers with the request's body; to GET with 1,000 bytes, chunked where the path says so. */
  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    served.incrementAndGet();
    if (exchange.getRequestMethod().equals("GET")) {
      body = "x".repeat(1000).getBytes(ISO_8859_1);
    }
    boolean head = exchange.getRequestMethod().equals("HEAD");
    boolean chunked = exchange.getRequestURI().getPath().startsWith("/chunked");
    exchange.sendResponseHeaders(200, head ? -1 : chunked ? 0 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Test
  void passesManyRequestsOfOneConnectionAndCountsThem() throws Exception {
    try (Client client = new Client()) {
      assertEquals("200 1000", client.exchange(get("/a")));
      assertEquals("200 5", client.exchange(put("/b?part=1", "12345")));
      assertEquals("200 7", client.exchange(chunkedPut("/b", "1234567")));
      assertEquals("200 0", client.exchange("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n"));
      assertEquals("200 1000", client.exchange(get("/chunked")));
      assertEquals("200 0", client.exchange(put("/empty", "")));
      assertEquals("200 1000", client.exchange(get("/a")));
    }

    assertEquals(2, proxy.count("GET", "/a"));
    assertEquals(2, proxy.count("PUT", "/b"));
    assertEquals(1, proxy.count(r -> r.query().equals("part=1")));
    assertEquals(7, proxy.count(r -> true));
    assertEquals(1, proxy.connectionCount());
    proxy.resetCounts();
    assertEquals(Map.of(), proxy.counts());
  }

  @Test
  void passesInterimAnswers() throws Exception {
    try (Client client = new Client()) {
      client.send(
          "PUT /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
      assertEquals(100, client.head().status());
      client.send("abc");
      assertEquals("200 3", client.answer());
    }
  }

  @Test
  void refusesNewConnectionsAndResetsOldOnesUntilItIsLifted() throws Exception {
    try (Client old = new Client()) {
      assertEquals("200 1000", old.exchange(get("/a")));

      proxy.set(Fault.REFUSE);

      assertThrows(ConnectException.class, Client::new);
      assertThrows(IOException.class, () -> old.exchange(get("/a")));
      assertThrows(ConnectException.class, Client::new);
    }
    proxy.pass();
    try (Client fresh = new Client()) {
      assertEquals("200 1000", fresh.exchange(get("/a")));
    }
    assertEquals(2, served.get());
  }

  @Test
  void fallsSilentOnOldAndNewConnectionsAndGoesOnWhenItIsLifted() throws Exception {
    try (Client old = new Client();
        Client fresh = new Client()) {
      assertEquals("200 1000", old.exchange(get("/a")));

      proxy.set(Fault.SILENT);
      old.send(get("/a"));
      fresh.send(get("/b"));

      assertTrue(old.isSilent());
      assertTrue(fresh.isSilent());
      assertEquals(1, served.get());
      proxy.pass();
      assertEquals("200 1000", old.answer());
      assertEquals("200 1000", fresh.answer());
    }
  }

  @Test
  void nobodyHearsDuringSilenceThatTheServerHasHungUp() throws Exception {
    try (Client client = new Client()) {
      assertEquals("200 1000", client.exchange(get("/a")));
      proxy.set(Fault.SILENT);
      client.send(get("/a"));
      server.stop(0);
      assertTrue(client.isSilent());
      proxy.pass();
      assertThrows(IOException.class, client::answer);
    }
  }

  @Test
  void aFullBacklogLeavesConnectsUnansweredAndOldConnectionsSilent() throws Exception {
    try (Client old = new Client()) {
      assertEquals("200 1000", old.exchange(get("/a")));

      proxy.set(Fault.FULL_BACKLOG);
      old.send(get("/a"));

      assertThrows(SocketTimeoutException.class, () -> new Client(SILENCE_MS));
      assertTrue(old.isSilent());
      proxy.pass();
      assertEquals("200 1000", old.answer());
      try (Client fresh = new Client()) {
        assertEquals("200 1000", fresh.exchange(get("/a")));
      }
    }
  }

  @Test
  void goesFromOneClosedPortToAnother() throws Exception {
    proxy.set(Fault.REFUSE);
    proxy.set(Fault.FULL_BACKLOG);
    assertThrows(SocketTimeoutException.class, () -> new Client(SILENCE_MS));
    proxy.set(Fault.REFUSE);
    assertThrows(ConnectException.class, Client::new);
    proxy.set(Fault.SILENT);
    try (Client client = new Client()) {
      client.send(get("/a"));
      assertTrue(client.isSilent());
    }
  }

  @Test
  void resetsInTheMiddleOfAnAnswer() throws Exception {
    proxy.set(new Fault.ResetResponse(100));
    try (Client client = new Client()) {
      assertThrows(IOException.class, () -> client.exchange(get("/a")));
    }
    try (Client client = new Client()) {
      assertThrows(IOException.class, () -> client.exchange(get("/chunked")));
    }
    try (Client client = new Client()) {
      assertEquals("200 10", client.exchange(put("/a", "1234567890")));
    }
  }

  @Test
  void resetsInTheMiddleOfARequestSoThatTheServerNeverGetsAllOfIt() throws Exception {
    proxy.set(new Fault.ResetRequest(4));
    try (Client client = new Client()) {
      assertThrows(IOException.class, () -> client.exchange(put("/a", "12345")));
    }
    try (Client client = new Client()) {
      assertThrows(IOException.class, () -> client.exchange(chunkedPut("/a", "12345")));
    }
    try (Client client = new Client()) {
      assertEquals("200 4", client.exchange(put("/a", "1234")));
    }
    assertEquals(1, served.get());
  }

  @Test
  void truncatesAnAnswerInGoodOrder() throws Exception {
    proxy.set(new Fault.Truncate(100));
    try (Client client = new Client()) {
      client.send(get("/a"));
      assertEquals(200, client.head().status());
      assertEquals(100, client.in.readAllBytes().length);
    }
  }

  @Test
  void losesTheAnswerToARequestThatTheServerServed() throws Exception {
    proxy.set(Fault.LOSE_ANSWER);
    try (Client client = new Client()) {
      assertThrows(IOException.class, () -> client.exchange(put("/a", "12345")));
    }
    assertEquals(1, served.get());
  }

  @Test
  void dripsAndStopsDrippingWhenItIsLifted() throws Exception {
    proxy.set(new Fault.Drip(1, Duration.ofMillis(20)));
    long start = System.nanoTime();
    try (Client client = new Client()) {
      assertEquals("200 5", client.exchange(put("/a", "12345")));
      assertTrue(System.nanoTime() - start >= Duration.ofMillis(150).toNanos());

      proxy.set(new Fault.Drip(1, Duration.ofHours(1)));
      client.send(get("/a"));
      assertEquals(200, client.head().status());
      proxy.pass();
      assertEquals(1000, client.in.readNBytes(1000).length);
    }
  }

  @Test
  void answersInTheServersPlaceAndKeepsTheConnection() throws Exception {
    proxy.set(new Fault.Answer(503, Map.of("Retry-After", "7"), "slow down"));
    try (Client client = new Client()) {
      assertEquals("503 9", client.exchange(get("/a")));
      assertEquals("503 9", client.exchange(put("/a", "12345")));
      String trailer = "0\r\nTrailer: x\r\n\r\n";
      assertEquals(
          "503 9", client.exchange(chunkedPut("/a", "12345").replace("0\r\n\r\n", trailer)));
      client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n");
      HttpHead head = client.head();
      assertEquals(503, head.status());
      assertEquals("7", head.fields().get("retry-after"));

      proxy.pass();
      assertEquals("200 1000", client.exchange(get("/a")));
    }
    assertEquals(1, served.get());
    assertEquals(5, proxy.count(r -> true));
  }

  @Test
  void answersOneThatWaitsForLeaveBeforeItSendsItsBody() throws Exception {
    proxy.set(Fault.answer(500));
    try (Client client = new Client()) {
      client.send(
          "PUT /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
      assertEquals("500 0", client.answer());
      assertNull(HttpHead.read(client.in), "such a connection is closed");
    }
  }

  @Test
  void hitsMatchingRequestsOnly() throws Exception {
    proxy.set(Fault.answer(500), r -> r.method().equals("PUT") && r.path().startsWith("/a"));
    try (Client client = new Client()) {
      assertEquals("500 0", client.exchange(put("/a/1", "1")));
      assertEquals("200 1000", client.exchange(get("/a/1")));
      assertEquals("200 1", client.exchange(put("/b", "1")));
    }
  }

  @Test
  void hitsAsManyRequestsAsItWasTold() throws Exception {
    proxy.set(Fault.answer(500), r -> r.method().equals("PUT"), 2);
    try (Client client = new Client()) {
      assertEquals("500 0", client.exchange(chunkedPut("/a", "1")));
      assertEquals("200 1000", client.exchange(get("/a")));
      assertEquals("500 0", client.exchange(put("/a", "1")));
      assertEquals("200 1", client.exchange(put("/a", "1")));
    }
  }

  @Test
  void aPortCannotBeClosedForSomeRequestsOnly() {
    assertThrows(
        IllegalArgumentException.class, () -> proxy.set(Fault.REFUSE, r -> r.path().equals("/a")));
  }

  @Test
  void passesWhatIsNotHttpAndFaultsItToo() throws Exception {
    try (ServerSocket echo = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Future<?> echoing = threads.submit(() -> echoOneConnection(echo));
      proxy.setUpstream((InetSocketAddress) echo.getLocalSocketAddress());
      try (Client client = new Client()) {
        client.send("\0\1\2\3");
        assertEquals("\0\1\2\3", new String(client.in.readNBytes(4), ISO_8859_1));
        proxy.set(Fault.SILENT);
        client.send("4");
        assertTrue(client.isSilent());
        proxy.pass();
        assertEquals('4', client.in.read());
        proxy.set(Fault.REFUSE);
        assertThrows(IOException.class, () -> client.exchange("5"));
      }
      assertFalse(echoing.isCancelled());
    }
  }

  private static @Nullable Void echoOneConnection(ServerSocket echo) throws IOException {
    try (Socket socket = echo.accept()) {
      int b = socket.getInputStream().read();
      while (b >= 0) {
        socket.getOutputStream().write(b);
        b = socket.getInputStream().read();
      }
    }
    return null;
  }

  @Test
  void resetsTheClientWhenTheServerIsGone() throws Exception {
    server.stop(0);
    try (Client client = new Client()) {
      assertThrows(IOException.class, () -> client.exchange(get("/a")));
    }
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
  }

  private static String put(String target, String body) {
    return "PUT "
        + target
        + " HTTP/1.1\r\nHost: x\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static String chunkedPut(String target, String body) {
    return "PUT "
        + target
        + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "1;ext=a\r\n"
        + body.substring(0, 1)
        + "\r\n"
        + (body.length() > 1
            ? Integer.toHexString(body.length() - 1) + "\r\n" + body.substring(1) + "\r\n"
            : "")
        + "0\r\n\r\n";
  }

  private final class Client implements AutoCloseable {
    private final Socket socket = new Socket();
    private final InputStream in;

    Client() throws IOException {
      this(LONG_ENOUGH_MS);
    }

    Client(int connectTimeoutMs) throws IOException {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()), connectTimeoutMs);
      socket.setSoTimeout(LONG_ENOUGH_MS);
      in = socket.getInputStream();
    }

    void send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    String exchange(String request) throws IOException {
      send(request);
      boolean head = request.startsWith("HEAD");
      return head ? head().status() + " 0" : answer();
    }

    HttpHead head() throws IOException {
      HttpHead head = HttpHead.read(in);
      if (head == null) {
        throw new IOException("closed");
      }
      return head;
    }

    /** Status and length of the body. */
    String answer() throws IOException {
      HttpHead head = head();
      long length = head.contentLength().orElse(0);
      if (head.chunked()) {
        int size;
        do {
          String line = line();
          size = Integer.parseInt(line, 16);
          in.readNBytes(size);
          line();
          length += size;
        } while (size > 0);
        return head.status() + " " + length;
      }
      if (in.readNBytes((int) length).length != length) {
        throw new IOException("short body");
      }
      return head.status() + " " + length;
    }

    private String line() throws IOException {
      String line = HttpHead.readLine(in, new ByteArrayOutputStream());
      if (line == null) {
        throw new IOException("closed");
      }
      return line;
    }

    boolean isSilent() throws IOException {
      socket.setSoTimeout(SILENCE_MS);
      try {
        in.read();
        return false;
      } catch (SocketTimeoutException e) {
        return true;
      } finally {
        socket.setSoTimeout(LONG_ENOUGH_MS);
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
