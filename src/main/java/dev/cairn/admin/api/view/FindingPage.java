package dev.cairn.admin.api.view;

import dev.cairn.job.FindingRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a run's findings in the order of their recording.
 *
 * @param items the findings
 * @param next value of {@code after} for the next page, or null when this is the last
 */
public record FindingPage(List<FindingView> items, @Nullable String next) {
  /** Copies the list. */
  public FindingPage {
    items = List.copyOf(items);
  }

  /**
   * A recorded fact about one object.
   *
   * @param id ascending
   * @param key the object
   * @param kind what was found
   * @param severity DATA_LOSS, INCONSISTENT or ANOMALY
   * @param detail for people
   * @param createdAt when it was found
   * @param resolvedAt when it was found to hold no more, or null
   */
  public record FindingView(
      long id,
      String key,
      String kind,
      String severity,
      String detail,
      Instant createdAt,
      @Nullable Instant resolvedAt) {
    /** A finding, as JSON shows it. */
    public static FindingView of(FindingRecord finding) {
      return new FindingView(
          finding.id(),
          finding.key(),
          finding.kind().name(),
          finding.severity().name(),
          finding.detail(),
          finding.createdAt(),
          finding.resolvedAt());
    }
  }
}
