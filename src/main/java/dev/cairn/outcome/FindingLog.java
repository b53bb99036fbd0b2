package dev.cairn.outcome;

import java.util.Collection;
import java.util.List;

/** Where a run's findings are kept. Every method joins the caller's transaction. */
public interface FindingLog {

  /** Records findings of a run. */
  void record(String runId, Collection<Finding> findings);

  /**
   * Unresolved findings of a run in the order of their recording.
   *
   * @param afterId only those behind this id; 0 for the first page
   * @param limit most findings, 1 to 1,000
   */
  List<Stored> unresolved(String runId, long afterId, int limit);

  /** Marks a finding as resolved: the fact no longer holds. */
  void resolve(long id);

  /**
   * A finding with its id.
   *
   * @param id ascending
   * @param finding what was recorded
   */
  record Stored(long id, Finding finding) {}
}
