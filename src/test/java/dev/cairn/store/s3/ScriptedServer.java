package dev.cairn.store.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A server that answers as the test says and keeps what it was asked. */
final class ScriptedServer implements AutoCloseable {

  record Asked(String method, URI uri, Headers headers, int bodyLength) {}

  record Answer(int status, Map<String, String> headers, String body) {
    static Answer xml(String body) {
      return new Answer(200, Map.of("Content-Type", "application/xml"), body);
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile Function<Asked, Answer> script;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  ScriptedServer(Function<Asked, Answer> script) throws IOException {
    this.script = script;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  /** Answers so from now on. */
  void answer(Function<Asked, Answer> next) {
    script = next;
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }

  private void serve(HttpExchange exchange) throws IOException {
    int length = exchange.getRequestBody().readAllBytes().length;
    Asked request =
        new Asked(
            exchange.getRequestMethod(),
            exchange.getRequestURI(),
            exchange.getRequestHeaders(),
            length);
    asked.add(request);
    Answer answer = script.apply(request);
    answer.headers.forEach(exchange.getResponseHeaders()::add);
    byte[] body = answer.body.getBytes(UTF_8);
    boolean bodiless = request.method.equals("HEAD") || answer.status == 204;
    exchange.sendResponseHeaders(answer.status, bodiless || body.length == 0 ? -1 : body.length);
    if (!bodiless) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
