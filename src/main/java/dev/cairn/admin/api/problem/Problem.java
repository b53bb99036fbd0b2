package dev.cairn.admin.api.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A problem document as RFC 9457 describes it, with what helps to act on it. Members that do not
 * apply are left out.
 *
 * @param type kind of problem, an URN that ends in the anchor of its section in the documentation
 * @param title the same for every occurrence
 * @param status HTTP status
 * @param detail what happened this time
 * @param code machine-readable
 * @param field member, parameter or header it is about, or null
 * @param remedy what to do
 * @param instance path of the request, or null until it is known
 * @param run run that has to do with it, or null
 * @param storeKind what the storage ran into, or null
 * @param retryAfterSeconds seconds after which trying again makes sense, also sent as Retry-After;
 *     null when it makes none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    ProblemCode code,
    @Nullable String field,
    String remedy,
    @Nullable String instance,
    @Nullable String run,
    @Nullable String storeKind,
    @Nullable Long retryAfterSeconds) {

  /** Media type of these documents. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** A problem of which only this much is to say. */
  public static Problem of(ProblemCode code, String detail) {
    return new Problem(
        code.type(),
        code.title(),
        code.status(),
        detail,
        code,
        null,
        code.remedy(),
        null,
        null,
        null,
        null);
  }

  /** The same, about a member, parameter or header. */
  public Problem about(@Nullable String name) {
    return new Problem(
        type,
        title,
        status,
        detail,
        code,
        name,
        remedy,
        instance,
        run,
        storeKind,
        retryAfterSeconds);
  }

  /** The same, at this path. */
  public Problem at(String path) {
    return new Problem(
        type, title, status, detail, code, field, remedy, path, run, storeKind, retryAfterSeconds);
  }

  /** The same, because of a run. */
  public Problem because(@Nullable String runId) {
    return new Problem(
        type,
        title,
        status,
        detail,
        code,
        field,
        remedy,
        instance,
        runId,
        storeKind,
        retryAfterSeconds);
  }

  /** The same, with what the storage ran into. */
  public Problem store(String kind) {
    return new Problem(
        type, title, status, detail, code, field, remedy, instance, run, kind, retryAfterSeconds);
  }

  /** The same, to be tried again after so many seconds. */
  public Problem retryAfter(long seconds) {
    return new Problem(
        type, title, status, detail, code, field, remedy, instance, run, storeKind, seconds);
  }

  /** To be thrown by a resource. */
  public ProblemException exception() {
    return new ProblemException(this);
  }
}
