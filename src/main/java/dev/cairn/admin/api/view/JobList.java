package dev.cairn.admin.api.view;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of this application.
 *
 * @param items all of them
 */
public record JobList(List<JobView> items) {

  /** Copies the list. */
  public JobList {
    items = List.copyOf(items);
  }

  /**
   * A job.
   *
   * @param name by which it is started
   * @param description one sentence
   * @param mutating false when it only reads
   * @param lock name of the lock that one live run holds, or null
   * @param parameters what it takes
   * @param liveRun run that is live, or null
   * @param lastOutcome how the newest run that is over ended, or null
   */
  public record JobView(
      String name,
      String description,
      boolean mutating,
      @Nullable String lock,
      List<ParameterView> parameters,
      @Nullable LiveRunView liveRun,
      @Nullable OutcomeView lastOutcome) {

    /** Copies the list. */
    public JobView {
      parameters = List.copyOf(parameters);
    }
  }

  /**
   * A parameter of a job.
   *
   * @param name as it is given
   * @param type what it may be, for people
   * @param defaultValue value when it is not given, or null
   * @param required true when it must be given
   * @param help one sentence
   */
  public record ParameterView(
      String name,
      String type,
      @JsonProperty("default") @Nullable String defaultValue,
      boolean required,
      String help) {}

  /**
   * A live run.
   *
   * @param id its id
   * @param status how it stands
   */
  public record LiveRunView(String id, String status) {}

  /**
   * How a run ended.
   *
   * @param run its id
   * @param status COMPLETED, FAILED or CANCELLED
   * @param cause why, or null
   * @param finishedAt when
   */
  public record OutcomeView(
      String run, String status, @Nullable String cause, @Nullable Instant finishedAt) {}
}
