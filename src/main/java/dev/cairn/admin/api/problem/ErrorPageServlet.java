package dev.cairn.admin.api.problem;

import jakarta.inject.Inject;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/**
 * What the container answers by itself (sign-in, roles, unknown addresses) as problem documents. A
 * challenge that is set already stays. Thread-safe.
 */
public class ErrorPageServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final List<String> ROLES = List.of("viewer", "operator", "application");

  private transient @Inject ProblemWriter writer;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    boolean direct = request.getDispatcherType() != DispatcherType.ERROR;
    Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    int status = direct || !(code instanceof Integer number) ? 404 : number;
    if (status == 403 && ROLES.stream().anyMatch(request::isUserInRole)) {
      status = 404; // who has a role is refused by resources only; this is a directory
    }
    Problem problem =
        Problem.of(ProblemCode.ofStatus(status), detail(status))
            .at(path instanceof String text ? text : request.getRequestURI());
    writer.write(response, problem);
  }

  private static String detail(int status) {
    return switch (status) {
      case 401 -> "nobody is signed in, or user and password do not fit";
      case 403 -> "the signed-in user has none of the roles viewer, operator, application";
      case 404 -> "no resource has this path";
      case 405 -> "the resource exists, this method does not";
      default -> "the server answered with status " + status;
    };
  }
}
