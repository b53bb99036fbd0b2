package dev.cairn.admin.api.guard;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.admin.api.problem.ProblemWriter;
import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what no resource should see: methods nobody uses, changes that a browser was made to send
 * by another site, too many changes by one user, and large bodies where only JSON is taken.
 * Thread-safe.
 */
public class RequestGuardFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final Set<String> READING = Set.of("GET", "HEAD");
  private static final Set<String> CHANGING = Set.of("POST", "PUT", "PATCH", "DELETE");
  private static final String ADMIN = "/api/admin/";
  private static final long MAX_JSON_BYTES = 1024 * 1024;

  private transient @Inject RequestRates rates;
  private transient @Inject ProblemWriter writer;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Problem refusal = refusal(request);
    if (refusal == null) {
      chain.doFilter(request, response);
      return;
    }
    if (refusal.code() == ProblemCode.METHOD_NOT_ALLOWED) {
      response.setHeader("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE");
    }
    writer.write(response, refusal.at(request.getRequestURI()));
  }

  private @Nullable Problem refusal(HttpServletRequest request) {
    if (READING.contains(request.getMethod())) {
      return null;
    }
    if (!CHANGING.contains(request.getMethod())) {
      return Problem.of(ProblemCode.METHOD_NOT_ALLOWED, "no resource takes this method");
    }
    Optional<String> foreign = browser(request).refusal();
    if (foreign.isPresent()) {
      return Problem.of(ProblemCode.FOREIGN_ORIGIN, foreign.get());
    }
    return request.getRequestURI().startsWith(ADMIN) ? adminRefusal(request) : null;
  }

  private @Nullable Problem adminRefusal(HttpServletRequest request) {
    if (request.getContentLengthLong() > MAX_JSON_BYTES) {
      return Problem.of(
          ProblemCode.BODY_TOO_LARGE, "the body has more than " + MAX_JSON_BYTES + " bytes");
    }
    Principal user = request.getUserPrincipal();
    long wait = user == null ? 0 : rates.waitSeconds(user.getName());
    return wait == 0
        ? null
        : Problem.of(
                ProblemCode.TOO_MANY_REQUESTS,
                "one user may send " + RequestRates.PER_SECOND + " changes a second")
            .retryAfter(wait);
  }

  private static BrowserCheck browser(HttpServletRequest request) {
    return new BrowserCheck(
        request.getHeader("Origin"),
        request.getHeader("Sec-Fetch-Site"),
        request.getHeader(BrowserCheck.MARKER),
        request.getScheme() + "://" + request.getHeader("Host"));
  }
}
