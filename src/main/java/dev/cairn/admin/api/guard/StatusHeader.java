package dev.cairn.admin.api.guard;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cairn.job.StatusBoard;
import org.jspecify.annotations.Nullable;

/**
 * Value of X-Server-Status: one line of JSON in ASCII; what does not apply is left out. Pure.
 *
 * @param readonly true while writes are refused
 * @param holder job that is live
 * @param run its run
 * @param status how that stands
 * @param cause why it paused
 * @param percent how far it is
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StatusHeader(
    boolean readonly,
    @Nullable String holder,
    @Nullable String run,
    @Nullable String status,
    @Nullable String cause,
    @Nullable Integer percent) {

  static final String NAME = "X-Server-Status";
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  static StatusHeader of(StatusBoard.Status now) {
    return new StatusHeader(
        now.readonly(),
        now.holder(),
        now.run(),
        now.status() == null ? null : now.status().name(),
        now.cause(),
        now.percent());
  }

  String value() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of strings that cannot be written as JSON", e);
    }
  }
}
