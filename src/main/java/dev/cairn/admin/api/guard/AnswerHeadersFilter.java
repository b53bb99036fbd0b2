package dev.cairn.admin.api.guard;

import dev.cairn.job.StatusBoard;
import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The headers of every answer, the container's own ones included: how the application stands, and
 * what a browser must not do with it. They survive a reset of the answer. Thread-safe.
 */
public class AnswerHeadersFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final String BLOBS = "/api/blobs/";

  private transient @Inject StatusBoard board;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Map<String, String> headers = new TreeMap<>();
    headers.put(StatusHeader.NAME, StatusHeader.of(board.current()).value());
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cache-Control", caching(request));
    Lasting lasting = new Lasting(response, headers);
    lasting.apply();
    chain.doFilter(request, lasting);
  }

  /** A blob never changes but may be deleted: kept, and asked for again by its ETag. */
  private static String caching(HttpServletRequest request) {
    return request.getRequestURI().startsWith(BLOBS) ? "private, no-cache" : "no-store";
  }

  /** An answer that keeps some headers when it is reset. */
  private static final class Lasting extends HttpServletResponseWrapper {
    private final Map<String, String> headers;

    Lasting(HttpServletResponse response, Map<String, String> headers) {
      super(response);
      this.headers = headers;
    }

    void apply() {
      headers.forEach(this::setHeader);
    }

    @Override
    public void reset() {
      super.reset();
      apply();
    }
  }
}
