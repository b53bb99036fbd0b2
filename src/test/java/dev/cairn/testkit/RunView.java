package dev.cairn.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** A run as the API shows it, with names for what tests and the demo look at. */
public record RunView(JsonNode json) {
  private static final Set<String> ENDED = Set.of("COMPLETED", "FAILED", "CANCELLED");

  /** Returns the run's id. */
  public String id() {
    return json.path("id").asText();
  }

  /**
   * Returns the run's state: STARTING, RUNNING, PAUSING, PAUSED, COMPLETED, FAILED or CANCELLED.
   */
  public String status() {
    return json.path("status").asText();
  }

  /** Tells whether the run is in this state. */
  public boolean is(String status) {
    return status().equals(status);
  }

  /** Tells whether nothing will happen any more, for good. */
  public boolean ended() {
    return ENDED.contains(status());
  }

  /** Tells whether nothing will happen any more unless somebody does something. */
  public boolean atRest() {
    return ended() || is("PAUSED");
  }

  /** Returns the code of why the run is paused or failed; empty when there is none. */
  public String cause() {
    return json.path("cause").asText("");
  }

  /** Returns why the run is paused or failed, in words; empty when there is nothing to say. */
  public String errorMessage() {
    return json.path("errorMessage").asText("");
  }

  /** Returns one of the counters, for example {@code copied}; 0 when the run has none yet. */
  public long counter(String name) {
    return json.path("counters").path(name).asLong();
  }

  /** Returns the number of blobs that the run has to look at; 0 before it is known. */
  public long total() {
    return json.path("progress").path("planned").asLong();
  }

  @Override
  public String toString() {
    return json.toString();
  }
}
