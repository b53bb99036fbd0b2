package dev.cairn.admin.api.problem;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes problem documents outside of the resources. Thread-safe. */
@ApplicationScoped
public class ProblemWriter {
  private final ObjectMapper json = new ObjectMapper();

  /** Answers with the document and keeps the headers that are set. */
  public void write(HttpServletResponse response, Problem problem) throws IOException {
    byte[] body = json.writeValueAsBytes(problem);
    response.setStatus(problem.status());
    response.setContentType(Problem.MEDIA_TYPE);
    Long wait = problem.retryAfterSeconds();
    if (wait != null) {
      response.setHeader("Retry-After", wait.toString());
    }
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
