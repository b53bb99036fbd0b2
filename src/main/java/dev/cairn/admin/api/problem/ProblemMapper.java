package dev.cairn.admin.api.problem;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.time.Clock;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Turns whatever leaves a resource into a problem document. What nobody expected is logged under an
 * incident number; the answer carries the number and nothing of the inside. Thread-safe.
 */
@Provider
@ApplicationScoped
public class ProblemMapper implements ExceptionMapper<Throwable> {
  private static final Logger LOG = Logger.getLogger(ProblemMapper.class);

  private @Context UriInfo uri;
  private @Inject Clock clock;

  @Override
  public Response toResponse(Throwable failure) {
    Problem problem =
        Problems.of(failure, clock.instant())
            .orElseGet(() -> unexpected(failure))
            .at(uri.getRequestUri().getRawPath());
    Response.ResponseBuilder answer =
        Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem);
    Long wait = problem.retryAfterSeconds();
    if (wait != null) {
      answer.header(HttpHeaders.RETRY_AFTER, wait);
    }
    if (failure instanceof ProblemException known) {
      known.headers().forEach(answer::header);
    }
    if (failure instanceof WebApplicationException web) {
      keep(web.getResponse(), answer);
    }
    return answer.build();
  }

  private static void keep(Response from, Response.ResponseBuilder to) {
    if (from.getHeaderString(HttpHeaders.WWW_AUTHENTICATE) != null) {
      to.header(HttpHeaders.WWW_AUTHENTICATE, from.getHeaderString(HttpHeaders.WWW_AUTHENTICATE));
    }
    String methods =
        from.getAllowedMethods().stream()
            .filter(m -> !m.equals(HttpMethod.OPTIONS))
            .sorted()
            .collect(Collectors.joining(", "));
    if (!methods.isEmpty()) {
      to.header(HttpHeaders.ALLOW, methods);
    }
  }

  private static Problem unexpected(Throwable failure) {
    String incident = UUID.randomUUID().toString();
    LOG.errorf(failure, "incident=%s a request failed unexpectedly", incident);
    return Problem.of(ProblemCode.INTERNAL, "incident " + incident);
  }
}
