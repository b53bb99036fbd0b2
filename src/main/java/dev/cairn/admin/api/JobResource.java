package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.admin.api.view.JobList;
import dev.cairn.admin.api.view.ParametersBody;
import dev.cairn.admin.api.view.RunSummary;
import dev.cairn.job.JobCatalogue;
import dev.cairn.job.JobDefinition;
import dev.cairn.job.ParameterDeclaration;
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
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The jobs, and their starts. Thread-safe. */
@Path("/admin/jobs")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "jobs")
public class JobResource {
  private static final String RUNS = "/api/admin/runs/";

  private @Inject Runs runs;
  private @Inject JsonSettings json;

  /** All jobs. */
  @GET
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR})
  @Operation(
      operationId = "listJobs",
      summary = "All jobs with their parameters, the live run and how the last one ended.")
  public JobList list() {
    return new JobList(JobCatalogue.all().stream().map(this::view).toList());
  }

  /** Starts a job. */
  @POST
  @Path("/{name}/runs")
  @Consumes(MediaType.WILDCARD)
  @RolesAllowed(Roles.OPERATOR)
  @Operation(
      operationId = "startRun",
      summary = "Starts a job, always detached.",
      description =
          "With an Idempotency-Key, repeating the request finds the same run, as long as the"
              + " parameters are the same.")
  @RequestBody(
      required = false,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = ParametersBody.class)))
  @APIResponse(
      responseCode = "202",
      description = "Started; Location is the run.",
      content = @Content(schema = @Schema(implementation = RunSummary.class)))
  @APIResponse(
      responseCode = "200",
      description = "The key had started this run before.",
      content = @Content(schema = @Schema(implementation = RunSummary.class)))
  @APIResponse(
      responseCode = "400",
      description =
          "INVALID_PARAMETER, NOT_IN_THIS_VERSION, UNKNOWN_FIELD, INVALID_FIELD, MALFORMED_JSON")
  @APIResponse(responseCode = "404", description = "JOB_NOT_FOUND")
  @APIResponse(responseCode = "409", description = "LOCK_HELD, PARAMETERS_DIFFER")
  @APIResponse(responseCode = "413", description = "BODY_TOO_LARGE")
  public Response start(
      @PathParam("name") String name,
      @HeaderParam("Idempotency-Key") @Nullable String key,
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String type,
      @Schema(hidden = true) InputStream body,
      @Context SecurityContext caller)
      throws IOException {
    if (JobCatalogue.find(name).isEmpty()) {
      throw Problem.of(ProblemCode.JOB_NOT_FOUND, "there is no job of this name").exception();
    }
    Map<String, String> parameters = ParametersReader.read(body, type, json.mapper());
    Runs.Started started = runs.start(name, parameters, caller.getUserPrincipal().getName(), key);
    return Response.status(started.created() ? Response.Status.ACCEPTED : Response.Status.OK)
        .header(HttpHeaders.LOCATION, RUNS + started.runId())
        .entity(RunSummary.of(runs.get(started.runId())))
        .build();
  }

  private JobList.JobView view(JobDefinition job) {
    return new JobList.JobView(
        job.name(),
        job.description(),
        job.mutating(),
        job.lock(),
        job.parameters().stream().map(JobResource::view).toList(),
        runs.liveRun(job).map(r -> new JobList.LiveRunView(r.id(), r.status().name())).orElse(null),
        lastOutcome(job));
  }

  private static JobList.ParameterView view(ParameterDeclaration parameter) {
    boolean optional =
        parameter.defaultValue() != null || parameter.type() instanceof ParameterDeclaration.Later;
    return new JobList.ParameterView(
        parameter.name(),
        parameter.type().describe(),
        parameter.defaultValue(),
        !optional,
        parameter.help());
  }

  private JobList.@Nullable OutcomeView lastOutcome(JobDefinition job) {
    return Stream.of(RunStatus.values())
        .filter(RunStatus::terminal)
        .flatMap(status -> runs.page(job.name(), status, null, 1).stream())
        .max(Comparator.comparing(Run::id))
        .map(
            r ->
                new JobList.OutcomeView(
                    r.id(),
                    r.status().name(),
                    r.cause() == null ? null : r.cause().name(),
                    r.finishedAt()))
        .orElse(null);
  }
}
