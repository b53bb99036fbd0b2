package dev.cairn.admin.api.problem;

import java.util.Locale;

/**
 * Everything that a request can run into. The names are stable: clients decide by them. Each has a
 * section of the same name in {@code docs/problems.md}.
 */
public enum ProblemCode {
  /** The request cannot be understood. */
  BAD_REQUEST(400, "The request cannot be understood", "Correct the request."),
  /** The body is not one JSON document. */
  MALFORMED_JSON(400, "The body is not valid JSON", "Send one JSON object in UTF-8."),
  /** The body has a member nobody knows. */
  UNKNOWN_FIELD(400, "The body has an unknown member", "Remove the named member."),
  /** A member of the body has a value of the wrong kind. */
  INVALID_FIELD(400, "A member of the body has the wrong type", "Correct the named member."),
  /** A parameter has a wrong value, is missing or unknown. */
  INVALID_PARAMETER(400, "A parameter is wrong", "Correct the named parameter."),
  /** A parameter or value is known, but this version cannot do it. */
  NOT_IN_THIS_VERSION(
      400, "This version cannot do that yet", "Leave the parameter out, or follow the detail."),
  /** The connection to the client broke while bytes moved. */
  CONNECTION_BROKEN(400, "The connection broke", "Send the request again."),
  /** Nobody is signed in, or the password is wrong. */
  LOGIN_REQUIRED(401, "Sign in first", "Send user and password (HTTP Basic, realm Cairn)."),
  /** The user's role does not allow it. */
  FORBIDDEN(403, "Your role does not allow this", "Ask for the role that the detail names."),
  /** A browser sent it from another site, or without the header that only our own page sends. */
  FOREIGN_ORIGIN(
      403,
      "A browser may change things only from this server's own pages",
      "Send it from this server's own page, with the header X-Cairn-Request: 1."),
  /** There is nothing at this address. */
  NOT_FOUND(404, "There is nothing at this address", "See /api/openapi.json for what there is."),
  /** There is no live blob of this name. */
  BLOB_NOT_FOUND(404, "There is no such blob", "Check the hash; the blob may have been deleted."),
  /** There is no job of this name. */
  JOB_NOT_FOUND(404, "There is no such job", "See GET /api/admin/jobs."),
  /** There is no run of this id. */
  RUN_NOT_FOUND(404, "There is no such run", "See GET /api/admin/runs."),
  /** There is no storage entry of this name. */
  ENTRY_NOT_FOUND(404, "There is no such storage entry", "See GET /api/admin/storage."),
  /** The address does not take this method. */
  METHOD_NOT_ALLOWED(
      405, "The address does not take this method", "Use a method of /api/openapi.json."),
  /** The client accepts none of the formats there are. */
  NOT_ACCEPTABLE(406, "No format that the client accepts", "Accept application/json."),
  /** Another live run holds the job's lock. */
  LOCK_HELD(409, "Another run holds the lock", "Wait for the named run, or cancel it."),
  /** The run is in a state in which this cannot be done. */
  WRONG_STATE(409, "The run's state does not allow this", "Look at the run and decide anew."),
  /** The last segment still comes to its end. */
  STILL_STOPPING(409, "The run still comes to its stop", "Try again in a few seconds."),
  /** The run or the key belongs to other parameters. */
  PARAMETERS_DIFFER(
      409, "The run has other parameters", "Use the run's own parameters, or start a new run."),
  /** A JSON body has more than 1 MiB. */
  BODY_TOO_LARGE(413, "The body is too large", "Send at most 1 MiB."),
  /** A blob has more bytes than the server accepts. */
  BLOB_TOO_LARGE(
      413, "The blob is too large", "Raise cairn.blob.max-size-bytes, or store it in parts."),
  /** The body's type is not taken here. */
  UNSUPPORTED_MEDIA_TYPE(
      415, "The body's type is not taken here", "Send Content-Type: application/json."),
  /** The range lies behind the end of the blob. */
  RANGE_NOT_SATISFIABLE(416, "The range lies outside the blob", "Ask for a range inside it."),
  /** The bytes do not have the announced hash. */
  HASH_MISMATCH(
      422, "The bytes do not have the announced hash", "Send the blob again; nothing was stored."),
  /** One user sent too many changes. */
  TOO_MANY_REQUESTS(429, "Too many changes at once", "Wait as long as Retry-After says."),
  /** Something nobody expected. */
  INTERNAL(
      500, "Something unexpected happened", "Look for the named incident in the server's log."),
  /** A registered blob has no bytes at the active entry. */
  BLOB_BYTES_MISSING(
      500,
      "The blob is registered, but its bytes are not there",
      "Put the blob again, or restore its object at the active entry."),
  /** A registered blob's bytes are not those that were stored. */
  BLOB_DAMAGED(500, "The blob's bytes are damaged", "Restore its object at the active entry."),
  /** The storage refused the request for good. */
  STORAGE_REFUSED(
      502,
      "The storage refused the request",
      "Check the entry's credentials and settings, then test it."),
  /** A migration holds the gate closed. */
  MIGRATION_READ_ONLY(
      503,
      "Writes are refused while a migration runs",
      "Try again later; reads go on. The run named here ends it when it completes, fails or is"
          + " cancelled."),
  /** The active storage changed while the blob was sent. */
  STORAGE_CHANGED(
      503,
      "The active storage changed during the upload",
      "Send the blob again; nothing was registered."),
  /** The storage does not answer, or asks to wait. */
  STORAGE_UNAVAILABLE(503, "The storage cannot be reached", "Try again later."),
  /** The database does not answer. */
  DATABASE_UNAVAILABLE(503, "The database cannot be reached", "Try again later."),
  /** The server itself is starting, stopping or suspended. */
  SERVER_UNAVAILABLE(503, "The server cannot serve now", "Try again later."),
  /** The storage has no room. */
  STORAGE_FULL(507, "The storage is full", "Make room at the active entry."),
  /** The server has no room for the upload's temporary file. */
  UPLOAD_SPACE(
      507,
      "The server could not keep the upload's temporary file",
      "Make room in the server's temporary directory.");

  private final int status;
  private final String title;
  private final String remedy;

  ProblemCode(int status, String title, String remedy) {
    this.status = status;
    this.title = title;
    this.remedy = remedy;
  }

  /** HTTP status. */
  public int status() {
    return status;
  }

  /** The same sentence for every occurrence. */
  public String title() {
    return title;
  }

  /** What the caller can do. */
  public String remedy() {
    return remedy;
  }

  /** Anchor of its section in {@code docs/problems.md}. */
  public String anchor() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Identifies the kind of problem in a document's {@code type}. */
  public String type() {
    return "urn:cairn:problem:" + anchor();
  }

  /** The code for a status that the container chose by itself. */
  public static ProblemCode ofStatus(int status) {
    return switch (status) {
      case 401 -> LOGIN_REQUIRED;
      case 403 -> FORBIDDEN;
      case 404 -> NOT_FOUND;
      case 405, 501 -> METHOD_NOT_ALLOWED;
      case 406 -> NOT_ACCEPTABLE;
      case 413 -> BODY_TOO_LARGE;
      case 415 -> UNSUPPORTED_MEDIA_TYPE;
      case 429 -> TOO_MANY_REQUESTS;
      case 503 -> SERVER_UNAVAILABLE;
      default -> status >= 400 && status < 500 ? BAD_REQUEST : INTERNAL;
    };
  }
}
