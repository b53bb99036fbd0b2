package dev.cairn.admin.api;

import dev.cairn.job.Findings;
import dev.cairn.job.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What runs found, as a table. Thread-safe. */
@Path("/admin/runs/{id}/findings.csv")
@ApplicationScoped
@Tag(name = "runs")
public class FindingTableResource {
  private static final String CSV = "text/csv;charset=UTF-8;header=present";

  private @Inject Runs runs;
  private @Inject Findings findings;

  /** All findings of a run as a table. */
  @GET
  @Produces("text/csv")
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR})
  @Operation(
      operationId = "exportFindings",
      summary = "All findings of a run as CSV (RFC 4180), safe to open in a spreadsheet.",
      description = "A cell that a spreadsheet would take for a formula begins with an apostrophe.")
  @APIResponse(
      responseCode = "200",
      description = "The table.",
      content = @Content(mediaType = "text/csv", schema = @Schema(type = SchemaType.STRING)))
  @APIResponse(responseCode = "404", description = "RUN_NOT_FOUND")
  public Response export(@PathParam("id") String id) throws IOException {
    runs.get(PathValues.runId(id));
    FindingExport export = FindingExport.of((after, most) -> findings.page(id, after, most));
    return Response.ok(export)
        .type(CSV)
        .header(HttpHeaders.CONTENT_LENGTH, export.bytes())
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"findings-" + id + ".csv\"")
        .build();
  }
}
