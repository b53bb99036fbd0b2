package dev.cairn.admin.api;

import dev.cairn.admin.api.view.ParametersBody;
import dev.cairn.admin.api.view.RunPage;
import dev.cairn.admin.api.view.RunSummary;
import dev.cairn.admin.api.view.RunView;
import dev.cairn.job.Run;
import dev.cairn.job.RunStatus;
import dev.cairn.job.Runs;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The runs: looking at them, pausing, resuming, cancelling. Thread-safe. */
@Path("/admin/runs")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "runs")
public class RunResource {
  private @Inject Runs runs;
  private @Inject RunViews views;
  private @Inject Representations representations;
  private @Inject JsonSettings json;

  /** One page of runs. */
  @GET
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR})
  @Operation(operationId = "listRuns", summary = "Runs, newest first, page by page.")
  @APIResponse(
      responseCode = "200",
      description = "A page; `next` is the `after` of the next one.",
      content = @Content(schema = @Schema(implementation = RunPage.class)))
  @APIResponse(responseCode = "400", description = "INVALID_PARAMETER")
  public RunPage list(
      @QueryParam("job") @Nullable String job,
      @Parameter(schema = @Schema(implementation = RunStatus.class)) @QueryParam("status")
          @Nullable String status,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit) {
    int most = QueryValues.limit(limit);
    List<Run> found =
        runs.page(
            QueryValues.job(job), QueryValues.status(status), Cursor.RUN.decode(after), most + 1);
    List<Run> page = found.size() > most ? found.subList(0, most) : found;
    String next = found.size() > most ? Cursor.RUN.encode(page.get(most - 1).id()) : null;
    return new RunPage(page.stream().map(RunSummary::of).toList(), next);
  }

  /** Everything about a run. */
  @GET
  @Path("/{id}")
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR})
  @Operation(
      operationId = "getRun",
      summary = "Everything about a run. Has a weak ETag; If-None-Match saves the transfer.")
  @APIResponse(
      responseCode = "200",
      description = "The run.",
      content = @Content(schema = @Schema(implementation = RunView.class)))
  @APIResponse(responseCode = "304", description = "Nothing changed.")
  @APIResponse(responseCode = "404", description = "RUN_NOT_FOUND")
  public Response get(
      @PathParam("id") String id,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String ifNoneMatch) {
    return representations.answer(views.of(runs.get(PathValues.runId(id))), ifNoneMatch);
  }

  /** Pauses a run. */
  @POST
  @Path("/{id}/pause")
  @RolesAllowed(Roles.OPERATOR)
  @Operation(operationId = "pauseRun", summary = "Pauses a run; it stops within seconds.")
  @APIResponse(
      responseCode = "202",
      description = "It comes to its stop.",
      content = @Content(schema = @Schema(implementation = RunSummary.class)))
  @APIResponse(
      responseCode = "200",
      description = "It was pausing or paused already.",
      content = @Content(schema = @Schema(implementation = RunSummary.class)))
  @APIResponse(responseCode = "404", description = "RUN_NOT_FOUND")
  @APIResponse(responseCode = "409", description = "WRONG_STATE")
  public Response pause(@PathParam("id") String id, @Context SecurityContext caller) {
    return answer(runs.pause(PathValues.runId(id), who(caller)), id);
  }

  /** Resumes a run. */
  @POST
  @Path("/{id}/resume")
  @Consumes(MediaType.WILDCARD)
  @RolesAllowed(Roles.OPERATOR)
  @Operation(
      operationId = "resumeRun",
      summary = "Resumes a paused run from where it stands.",
      description = "Parameters may be repeated; other values than those of the start are refused.")
  @RequestBody(
      required = false,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ParametersBody.class)))
  @APIResponse(
      responseCode = "202",
      description = "It goes on.",
      content = @Content(schema = @Schema(implementation = RunSummary.class)))
  @APIResponse(
      responseCode = "200",
      description = "It was running already.",
      content = @Content(schema = @Schema(implementation = RunSummary.class)))
  @APIResponse(responseCode = "404", description = "RUN_NOT_FOUND")
  @APIResponse(
      responseCode = "409",
      description = "WRONG_STATE, PARAMETERS_DIFFER, or STILL_STOPPING with Retry-After")
  public Response resume(
      @PathParam("id") String id,
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String type,
      @Schema(hidden = true) InputStream body,
      @Context SecurityContext caller)
      throws IOException {
    Map<String, String> parameters = ParametersReader.read(body, type, json.mapper());
    return answer(runs.resume(PathValues.runId(id), parameters, who(caller)), id);
  }

  /** Cancels a run. */
  @POST
  @Path("/{id}/cancel")
  @RolesAllowed(Roles.OPERATOR)
  @Operation(operationId = "cancelRun", summary = "Cancels a run for good, at once.")
  @APIResponse(
      responseCode = "202",
      description = "It is cancelled; its threads end soon.",
      content = @Content(schema = @Schema(implementation = RunSummary.class)))
  @APIResponse(
      responseCode = "200",
      description = "It was cancelled already.",
      content = @Content(schema = @Schema(implementation = RunSummary.class)))
  @APIResponse(responseCode = "404", description = "RUN_NOT_FOUND")
  @APIResponse(responseCode = "409", description = "WRONG_STATE: over, or has cut over")
  public Response cancel(@PathParam("id") String id, @Context SecurityContext caller) {
    return answer(runs.cancel(PathValues.runId(id), who(caller)), id);
  }

  private Response answer(boolean begun, String id) {
    return Response.status(begun ? Response.Status.ACCEPTED : Response.Status.OK)
        .entity(RunSummary.of(runs.get(id)))
        .build();
  }

  private static String who(SecurityContext caller) {
    return caller.getUserPrincipal().getName();
  }
}
