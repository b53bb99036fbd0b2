package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.admin.api.view.EntryTestView;
import dev.cairn.admin.api.view.StorageView;
import dev.cairn.catalog.LiveStore;
import dev.cairn.catalog.RegistryHead;
import dev.cairn.job.AuditTrail;
import dev.cairn.retry.RetryPolicy;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.Preflight;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreDirectory;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
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
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The storage entries and their test. Thread-safe. */
@Path("/admin/storage")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "storage")
public class StorageResource {
  /** One attempt a phase, none without progress for more than 10 s. */
  private static final RetryPolicy ONCE =
      new RetryPolicy(
          1, RetryPolicy.DEFAULT.base(), RetryPolicy.DEFAULT.cap(), Duration.ofSeconds(10));

  private @Inject StoreDirectory directory;
  private @Inject LiveStore live;
  private @Inject RegistryHead head;
  private @Inject AuditTrail audit;
  private @Inject Representations representations;

  /** All entries. */
  @GET
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR})
  @Operation(
      operationId = "getStorage",
      summary = "Storage entries without secrets, which is active, and the gate.")
  @APIResponse(
      responseCode = "200",
      description = "The entries. Has a weak ETag.",
      content = @Content(schema = @Schema(implementation = StorageView.class)))
  @APIResponse(responseCode = "304", description = "Nothing changed.")
  public Response get(@HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String ifNoneMatch) {
    String active = live.activeEntry();
    List<StorageView.EntryView> entries =
        directory.names().stream().flatMap(name -> entry(name, active)).toList();
    StorageView view =
        new StorageView(active, StorageView.GateView.of(head.read().gate()), entries);
    return representations.answer(view, ifNoneMatch);
  }

  private Stream<StorageView.EntryView> entry(String name, String active) {
    try {
      return directory.describe(name).stream()
          .map(
              described ->
                  StorageView.EntryView.of(
                      name, name.equals(active), described, directory.parallelInForce(name)));
    } catch (IllegalArgumentException e) {
      return Stream.of(
          StorageView.EntryView.unusable(
              name, name.equals(active), String.valueOf(e.getMessage())));
    }
  }

  /** Tests an entry by using it. */
  @POST
  @Path("/entries/{name}/test")
  @RolesAllowed(Roles.OPERATOR)
  @Operation(
      operationId = "testEntry",
      summary = "Puts, reads, lists and deletes a probe object through the entry's own chain.",
      description = "Answers 200 with what it found, also when the entry does not work.")
  @APIResponse(
      responseCode = "200",
      description = "What was found.",
      content = @Content(schema = @Schema(implementation = EntryTestView.class)))
  @APIResponse(responseCode = "404", description = "ENTRY_NOT_FOUND")
  public EntryTestView test(@PathParam("name") String name, @Context SecurityContext caller) {
    if (!directory.names().contains(name)) {
      throw Problem.of(ProblemCode.ENTRY_NOT_FOUND, "configured entries are " + directory.names())
          .exception();
    }
    EntryTestView result = probe(name);
    audit.record(
        caller.getUserPrincipal().getName(),
        "storage-test",
        null,
        name + " " + (result.roundtripPassed() ? "passed" : "reached " + result.phaseReached()));
    return result;
  }

  private EntryTestView probe(String name) {
    try (ChainedStore store = directory.open(name, ONCE)) {
      return EntryTestView.of(name, Preflight.run(store, System::nanoTime));
    } catch (RetryableStoreException e) {
      return EntryTestView.notOpened(name, e);
    } catch (PermanentStoreException e) {
      return EntryTestView.notOpened(name, e);
    } catch (IllegalArgumentException e) {
      return EntryTestView.notConfigured(name, String.valueOf(e.getMessage()));
    }
  }
}
