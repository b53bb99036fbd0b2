package dev.cairn.admin.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/**
 * JSON answers with a weak entity tag: a client that has the same already gets 304. Thread-safe.
 */
@ApplicationScoped
class Representations {
  private @Inject JsonSettings json;

  /** Answers 200 with the document, or 304 when If-None-Match names it. */
  Response answer(Object view, @Nullable String ifNoneMatch) {
    byte[] body = bytes(view);
    String tag = EntityTags.weak(body);
    Response.ResponseBuilder answer =
        EntityTags.noneMatchNames(ifNoneMatch, tag)
            ? Response.notModified()
            : Response.ok(body, MediaType.APPLICATION_JSON_TYPE);
    return answer.header(HttpHeaders.ETAG, tag).build();
  }

  private byte[] bytes(Object view) {
    try {
      return json.mapper().writeValueAsBytes(view);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a view that cannot be written as JSON", e);
    }
  }
}
