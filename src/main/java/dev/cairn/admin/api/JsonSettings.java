package dev.cairn.admin.api;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.Provider;

/**
 * How JSON is written and read. Written: instants as ISO-8601 in UTC; every member of a shape is
 * there, null when it has no value, so that a reader can tell "nothing" from "not known to this
 * version" (problem documents leave out what does not apply). Read: strictly; unknown and repeated
 * members, and anything behind the document, are errors. Thread-safe.
 */
@Provider
@ApplicationScoped
public class JsonSettings implements ContextResolver<ObjectMapper> {
  private final ObjectMapper mapper =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  @Override
  public ObjectMapper getContext(Class<?> type) {
    return mapper;
  }

  /** The mapper. */
  ObjectMapper mapper() {
    return mapper;
  }
}
