package dev.cairn.migration;

import dev.cairn.outcome.Finding;
import java.util.Optional;

/**
 * How one blob ended, for good.
 *
 * @param kind which of the five
 * @param bytes bytes copied or found, else 0
 * @param finding what is to be recorded with it
 */
public record CopyOutcome(Kind kind, long bytes, Optional<Finding> finding) {

  /** The five ways in which a registered blob can end. */
  public enum Kind {
    COPIED,
    SKIPPED,
    FAILED,
    SOURCE_MISSING,
    DELETED
  }

  static CopyOutcome copied(long bytes) {
    return new CopyOutcome(Kind.COPIED, bytes, Optional.empty());
  }

  static CopyOutcome skipped(long bytes) {
    return new CopyOutcome(Kind.SKIPPED, bytes, Optional.empty());
  }

  static CopyOutcome deleted() {
    return new CopyOutcome(Kind.DELETED, 0, Optional.empty());
  }

  static CopyOutcome failed(Finding finding) {
    return new CopyOutcome(Kind.FAILED, 0, Optional.of(finding));
  }

  static CopyOutcome missing(Finding finding) {
    return new CopyOutcome(Kind.SOURCE_MISSING, 0, Optional.of(finding));
  }
}
