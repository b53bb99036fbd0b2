package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;

/** Names that stand in a path, checked before anything is asked for them. Pure. */
final class PathValues {
  private PathValues() {}

  /**
   * An id that a run could have.
   *
   * @throws dev.cairn.admin.api.problem.ProblemException when no run can have it
   */
  static String runId(String id) {
    if (!id.matches("[0-9A-Z]{26}")) {
      throw Problem.of(ProblemCode.RUN_NOT_FOUND, "a run's id has 26 digits and upper-case letters")
          .exception();
    }
    return id;
  }
}
