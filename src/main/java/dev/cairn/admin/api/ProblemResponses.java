package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;

/**
 * Completes the generated description: what every operation may answer besides its own answers, and
 * that every failure is a problem document. Runs while the project is built.
 */
public class ProblemResponses implements OASFilter {
  private static final Map<String, String> EVERYWHERE =
      Map.of(
          "401", "LOGIN_REQUIRED",
          "403", "FORBIDDEN",
          "500", "INTERNAL",
          "503", "DATABASE_UNAVAILABLE, with Retry-After");

  @Override
  public void filterOpenAPI(OpenAPI description) {
    description
        .getPaths()
        .getPathItems()
        .forEach(
            (path, item) ->
                item.getOperations()
                    .forEach((method, operation) -> complete(path, method, operation)));
  }

  private static void complete(String path, PathItem.HttpMethod method, Operation operation) {
    APIResponses responses = operation.getResponses();
    EVERYWHERE.forEach((status, codes) -> add(responses, status, codes));
    if (path.contains("/admin/") && method == PathItem.HttpMethod.POST) {
      add(responses, "429", "TOO_MANY_REQUESTS, with Retry-After");
    }
    responses
        .getAPIResponses()
        .forEach(
            (status, response) -> {
              if (status.compareTo("400") >= 0) {
                response.setContent(problem());
              }
            });
  }

  private static void add(APIResponses responses, String status, String codes) {
    if (!responses.hasAPIResponse(status)) {
      responses.addAPIResponse(status, OASFactory.createAPIResponse().description(codes));
    }
  }

  private static Content problem() {
    return OASFactory.createContent()
        .addMediaType(
            Problem.MEDIA_TYPE,
            OASFactory.createMediaType()
                .schema(OASFactory.createSchema().ref("#/components/schemas/Problem")));
  }
}
