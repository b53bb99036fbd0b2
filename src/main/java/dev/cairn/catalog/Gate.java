package dev.cairn.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The application-wide read-only state.
 *
 * @param closed true while nothing may be written
 * @param holder run that closed it, or null while open or unreadable
 * @param kind job of the holder, or null
 * @param reason for people, or null
 * @param since when it was closed, or null
 */
public record Gate(
    boolean closed,
    @Nullable String holder,
    @Nullable String kind,
    @Nullable String reason,
    @Nullable Instant since) {

  /** Open. */
  public static final Gate OPEN = new Gate(false, null, null, null, null);

  /** Closed because the registry cannot be read. */
  public static final Gate UNREADABLE =
      new Gate(true, null, null, "the registry cannot be read", null);
}
