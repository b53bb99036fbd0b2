package dev.cairn.admin.api.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of runs, newest first.
 *
 * @param items the runs
 * @param next value of {@code after} for the next page, or null when this is the last
 */
public record RunPage(List<RunSummary> items, @Nullable String next) {
  /** Copies the list. */
  public RunPage {
    items = List.copyOf(items);
  }
}
