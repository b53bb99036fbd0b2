package dev.cairn.admin.api.view;

import dev.cairn.job.Run;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run as lists and verbs show it.
 *
 * @param id sortable by time, 26 characters
 * @param job its job
 * @param status STARTING, RUNNING, PAUSING, PAUSED, COMPLETED, FAILED or CANCELLED
 * @param phase step it is in, or was in last; null before the first
 * @param cause why it paused, failed or was cancelled, or null
 * @param causeBy who paused or cancelled it, or null
 * @param errorMessage what went wrong, for people, or null
 * @param notBefore earliest time at which resuming makes sense, or null
 * @param parameters all with their values, defaults included
 * @param startedBy who started it
 * @param createdAt when it was asked for
 * @param startedAt when it first began, or null
 * @param finishedAt when it ended, or null
 * @param updatedAt last change of its state
 */
public record RunSummary(
    String id,
    String job,
    String status,
    @Nullable String phase,
    @Nullable String cause,
    @Nullable String causeBy,
    @Nullable String errorMessage,
    @Nullable Instant notBefore,
    Map<String, String> parameters,
    String startedBy,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    Instant updatedAt) {

  /** Copies the map; parameters are in the order of their names. */
  public RunSummary {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** A run, as JSON shows it. */
  public static RunSummary of(Run run) {
    return new RunSummary(
        run.id(),
        run.job(),
        run.status().name(),
        run.phase(),
        Names.orNull(run.cause()),
        run.causeBy(),
        run.errorMessage(),
        run.notBefore(),
        run.parameters(),
        run.startedBy(),
        run.createdAt(),
        run.startedAt(),
        run.finishedAt(),
        run.updatedAt());
  }
}
