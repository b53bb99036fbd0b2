package dev.cairn.job;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The executions that work in this JVM, from the step {@code open} to the end of the job. A step
 * that finds no entry for its execution was reached past {@code open} and must not touch anything.
 * Thread-safe.
 */
@ApplicationScoped
public class LiveRuns {
  private final Map<Long, Entry> entries = new ConcurrentHashMap<>();

  /**
   * What {@code open} made of an execution.
   *
   * @param result what it returned
   * @param exitStatus exit status of an execution that does not go on, or null
   * @param run the segment, when it goes on
   * @param settle run to which an execution that does not go on belongs, or null
   */
  record Entry(
      OpenResult result,
      @Nullable String exitStatus,
      @Nullable LiveRun run,
      @Nullable Run settle) {}

  void put(long executionId, Entry entry) {
    entries.put(executionId, entry);
  }

  Optional<Entry> remove(long executionId) {
    return Optional.ofNullable(entries.remove(executionId));
  }

  boolean contains(long executionId) {
    return entries.containsKey(executionId);
  }

  /** The segment of an execution. */
  Optional<LiveRun> find(long executionId) {
    return Optional.ofNullable(entries.get(executionId)).map(Entry::run);
  }

  /** The segment of a run, if one works here. */
  public Optional<LiveRun> ofRun(String runId) {
    return all().stream().filter(r -> r.runId().equals(runId)).findFirst();
  }

  /** All segments that work here. */
  public Collection<LiveRun> all() {
    return entries.values().stream()
        .map(Entry::run)
        .flatMap(r -> r == null ? List.<LiveRun>of().stream() : List.of(r).stream())
        .toList();
  }
}
