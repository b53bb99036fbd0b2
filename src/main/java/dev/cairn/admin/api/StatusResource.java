package dev.cairn.admin.api;

import dev.cairn.job.StatusBoard;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** How the application stands. Thread-safe. */
@Path("/admin/status")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "status")
public class StatusResource {
  private @Inject StatusBoard board;

  /** As it was seen at most a second ago; answers also while the database does not. */
  @GET
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR})
  @Operation(
      operationId = "getStatus",
      summary = "Whether writes are refused, why, and which run is live. Costs no query.")
  public StatusBoard.Status get() {
    return board.current();
  }
}
