package dev.cairn.admin.api;

import dev.cairn.admin.api.view.FindingPage;
import dev.cairn.job.FindingRecord;
import dev.cairn.job.Findings;
import dev.cairn.job.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What runs found. Thread-safe. */
@Path("/admin/runs")
@ApplicationScoped
@Tag(name = "runs")
public class FindingResource {
  private static final String CSV = "text/csv;charset=UTF-8;header=present";

  private @Inject Runs runs;
  private @Inject Findings findings;

  /** One page of a run's findings. */
  @GET
  @Path("/{id}/findings")
  @Produces(MediaType.APPLICATION_JSON)
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR})
  @Operation(
      operationId = "listFindings",
      summary = "A run's findings in the order of their recording, page by page.")
  @APIResponse(
      responseCode = "200",
      description = "A page; `next` is the `after` of the next one.",
      content = @Content(schema = @Schema(implementation = FindingPage.class)))
  @APIResponse(responseCode = "400", description = "INVALID_PARAMETER")
  @APIResponse(responseCode = "404", description = "RUN_NOT_FOUND")
  public FindingPage list(
      @PathParam("id") String id,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit) {
    runs.get(PathValues.runId(id));
    int most = QueryValues.limit(limit);
    List<FindingRecord> found = findings.page(id, Cursor.FINDING.decodeNumber(after), most + 1);
    List<FindingRecord> page = found.size() > most ? found.subList(0, most) : found;
    String next =
        found.size() > most ? Cursor.FINDING.encode(Long.toString(page.get(most - 1).id())) : null;
    return new FindingPage(page.stream().map(FindingPage.FindingView::of).toList(), next);
  }

  /** All findings of a run as a table. */
  @GET
  @Path("/{id}/findings.csv")
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
