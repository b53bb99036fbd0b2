package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.admin.api.problem.ProblemException;
import dev.cairn.admin.api.view.StoredView;
import dev.cairn.catalog.BlobRow;
import dev.cairn.catalog.Blobs;
import dev.cairn.catalog.TooLargeException;
import dev.cairn.config.Settings;
import dev.cairn.store.BlobHash;
import dev.cairn.store.ByteRange;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Blobs, named by the SHA-256 of their bytes. Thread-safe. */
@Path("/blobs")
@ApplicationScoped
@Tag(name = "blobs")
public class BlobResource {
  private static final String ACCEPT_RANGES = "Accept-Ranges";
  private static final String CONTENT_RANGE = "Content-Range";
  private static final String BYTES = "bytes";

  private @Inject Blobs blobs;

  private @Inject Settings settings;

  /** Stores the body; answers when it is stored and registered. */
  @PUT
  @Consumes(MediaType.WILDCARD)
  @Produces(MediaType.APPLICATION_JSON)
  @RolesAllowed({Roles.OPERATOR, Roles.APPLICATION})
  @Operation(
      operationId = "putBlob",
      summary = "Stores the body as a blob, streamed. Repeating it changes nothing.")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_OCTET_STREAM,
              schema = @Schema(type = SchemaType.STRING, format = "binary")))
  @APIResponse(
      responseCode = "201",
      description = "Stored and registered; Location is its address.",
      content = @Content(schema = @Schema(implementation = StoredView.class)))
  @APIResponse(
      responseCode = "200",
      description = "It was there already.",
      content = @Content(schema = @Schema(implementation = StoredView.class)))
  @APIResponse(responseCode = "413", description = "BLOB_TOO_LARGE")
  @APIResponse(responseCode = "422", description = "HASH_MISMATCH: nothing was stored.")
  @APIResponse(
      responseCode = "503",
      description =
          "MIGRATION_READ_ONLY with the run, STORAGE_CHANGED, STORAGE_UNAVAILABLE,"
              + " DATABASE_UNAVAILABLE; each with Retry-After.")
  public Response put(
      @Schema(hidden = true) InputStream body,
      @QueryParam("sha256") @Nullable String sha256,
      @Parameter(hidden = true) @HeaderParam(HttpHeaders.CONTENT_LENGTH) @Nullable String length)
      throws IOException {
    BlobHash expected = sha256 == null ? null : expected(sha256);
    if (length != null
        && length.matches("[0-9]{1,18}")
        && Long.parseLong(length) > settings.maxBlobSize()) {
      throw new TooLargeException(settings.maxBlobSize());
    }
    StoredView stored = StoredView.of(store(new ClientBody(body), expected));
    URI location = URI.create("/api/blobs/" + stored.hash());
    return Response.status(stored.created() ? Response.Status.CREATED : Response.Status.OK)
        .header(HttpHeaders.LOCATION, location)
        .header(HttpHeaders.ETAG, '"' + stored.hash() + '"')
        .entity(stored)
        .build();
  }

  private Blobs.Stored store(ClientBody body, @Nullable BlobHash expected) {
    try {
      return blobs.put(body, expected, settings.maxBlobSize());
    } catch (IOException e) {
      throw Problem.of(
              body.broken() ? ProblemCode.CONNECTION_BROKEN : ProblemCode.UPLOAD_SPACE,
              body.broken()
                  ? "the body ended before it was complete"
                  : "the temporary file of the upload could not be written")
          .exception();
    }
  }

  private static BlobHash expected(String sha256) {
    try {
      return new BlobHash(sha256);
    } catch (IllegalArgumentException e) {
      throw Problem.of(ProblemCode.INVALID_PARAMETER, "sha256: " + e.getMessage())
          .about("sha256")
          .exception();
    }
  }

  /** Sends a blob or one range of it. */
  @GET
  @Path("/{hash}")
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR, Roles.APPLICATION})
  @Operation(
      operationId = "getBlob",
      summary = "Reads a blob, streamed. Its ETag is its hash in quotes; it never changes.")
  @APIResponse(
      responseCode = "200",
      description = "The whole blob.",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_OCTET_STREAM,
              schema = @Schema(type = SchemaType.STRING, format = "binary")))
  @APIResponse(responseCode = "206", description = "The range that Range asked for, one at most.")
  @APIResponse(responseCode = "304", description = "If-None-Match names its ETag.")
  @APIResponse(responseCode = "404", description = "BLOB_NOT_FOUND")
  @APIResponse(responseCode = "416", description = "RANGE_NOT_SATISFIABLE")
  @APIResponse(responseCode = "502", description = "STORAGE_REFUSED")
  @APIResponse(responseCode = "503", description = "STORAGE_UNAVAILABLE, DATABASE_UNAVAILABLE")
  public Response get(
      @PathParam("hash") String name,
      @HeaderParam("Range") @Nullable String range,
      @HeaderParam("If-Range") @Nullable String ifRange,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String ifNoneMatch) {
    BlobRow row = live(name);
    String tag = EntityTags.of(row.hash());
    if (EntityTags.noneMatchNames(ifNoneMatch, tag)) {
      return Response.notModified().header(HttpHeaders.ETAG, tag).build();
    }
    RangeHeader.Selection wanted = RangeHeader.select(range, ifRange, tag, row.size());
    if (wanted instanceof RangeHeader.Part part) {
      return facts(Response.status(Response.Status.PARTIAL_CONTENT), row, part.range().length())
          .header(CONTENT_RANGE, part.contentRange(row.size()))
          .entity(body(row, part.range()))
          .build();
    }
    if (wanted instanceof RangeHeader.Unsatisfiable) {
      throw new ProblemException(
          Problem.of(ProblemCode.RANGE_NOT_SATISFIABLE, "the blob has " + row.size() + " bytes")
              .about("Range"),
          Map.of(CONTENT_RANGE, "bytes */" + row.size()));
    }
    return facts(Response.ok(), row, row.size()).entity(body(row, null)).build();
  }

  private BlobBody body(BlobRow row, @Nullable ByteRange range) {
    return new BlobBody(
        row.hash().hex(), row.size(), handler -> blobs.read(row.hash(), range, handler));
  }

  /** Says what a GET would say, without the bytes; asks the registry, not the storage. */
  @HEAD
  @Path("/{hash}")
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  @RolesAllowed({Roles.VIEWER, Roles.OPERATOR, Roles.APPLICATION})
  @Operation(operationId = "headBlob", summary = "Size and ETag of a blob, from the registry.")
  @APIResponse(responseCode = "200", description = "It is there.")
  @APIResponse(responseCode = "304", description = "If-None-Match names its ETag.")
  @APIResponse(responseCode = "404", description = "There is no such blob.")
  public Response head(
      @PathParam("hash") String name,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String ifNoneMatch) {
    BlobRow row = live(name);
    String tag = EntityTags.of(row.hash());
    return EntityTags.noneMatchNames(ifNoneMatch, tag)
        ? facts(Response.notModified(), row, row.size()).build()
        : facts(Response.ok(), row, row.size()).build();
  }

  /** Deletes a blob. */
  @DELETE
  @Path("/{hash}")
  @RolesAllowed({Roles.OPERATOR, Roles.APPLICATION})
  @Operation(
      operationId = "deleteBlob",
      summary = "Deletes a blob: it answers as absent from now on.")
  @APIResponse(responseCode = "204", description = "Deleted.")
  @APIResponse(responseCode = "404", description = "BLOB_NOT_FOUND")
  @APIResponse(responseCode = "503", description = "MIGRATION_READ_ONLY with the run")
  public Response delete(@PathParam("hash") String name) {
    if (!blobs.delete(hash(name))) {
      throw notFound("no live blob has this name");
    }
    return Response.noContent().build();
  }

  private static Response.ResponseBuilder facts(
      Response.ResponseBuilder answer, BlobRow row, long length) {
    return answer
        .type(MediaType.APPLICATION_OCTET_STREAM)
        .header(HttpHeaders.ETAG, EntityTags.of(row.hash()))
        .header(ACCEPT_RANGES, BYTES)
        .header(HttpHeaders.CONTENT_LENGTH, length)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment");
  }

  private BlobRow live(String name) {
    return blobs.find(hash(name)).orElseThrow(() -> notFound("no live blob has this name"));
  }

  private static BlobHash hash(String name) {
    try {
      return new BlobHash(name);
    } catch (IllegalArgumentException e) {
      throw notFound("a blob's name is its SHA-256, 64 lower-case hexadecimal digits");
    }
  }

  private static RuntimeException notFound(String detail) {
    return Problem.of(ProblemCode.BLOB_NOT_FOUND, detail).exception();
  }
}
