package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The description of this interface, generated from it when it was built. Thread-safe. */
@Path("/openapi.json")
@ApplicationScoped
@Tag(name = "description")
public class OpenApiResource {
  private static final String DOCUMENT = "openapi.json";

  /** The OpenAPI document. */
  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR, Roles.APPLICATION})
  @Operation(operationId = "getDescription", summary = "This description.")
  public byte[] get() throws IOException {
    try (InputStream document = OpenApiResource.class.getResourceAsStream(DOCUMENT)) {
      if (document == null) {
        throw Problem.of(ProblemCode.NOT_FOUND, "this build has no description").exception();
      }
      return document.readAllBytes();
    }
  }
}
