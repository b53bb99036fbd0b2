package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.job.JobCatalogue;
import dev.cairn.job.RunStatus;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of the query string, checked. Pure. */
final class QueryValues {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MOST = 500;

  private QueryValues() {}

  /** Items of a page: 1 to 500, 50 when not given. */
  static int limit(@Nullable String value) {
    if (value == null) {
      return DEFAULT_LIMIT;
    }
    if (value.matches("[0-9]{1,4}")) {
      int limit = Integer.parseInt(value);
      if (limit >= 1 && limit <= MOST) {
        return limit;
      }
    }
    throw wrong("limit", "must be a whole number from 1 to " + MOST);
  }

  /** A run's status, or null when not given. */
  static @Nullable RunStatus status(@Nullable String value) {
    if (value == null) {
      return null;
    }
    List<RunStatus> all = Arrays.asList(RunStatus.values());
    return all.stream()
        .filter(s -> s.name().equals(value))
        .findFirst()
        .orElseThrow(() -> wrong("status", "must be one of " + all));
  }

  /** A job's name, or null when not given. */
  static @Nullable String job(@Nullable String value) {
    if (value != null && JobCatalogue.find(value).isEmpty()) {
      throw wrong("job", "must be the name of a job; see GET /api/admin/jobs");
    }
    return value;
  }

  private static RuntimeException wrong(String field, String text) {
    return Problem.of(ProblemCode.INVALID_PARAMETER, field + ": " + text).about(field).exception();
  }
}
