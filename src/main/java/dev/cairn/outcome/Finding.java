package dev.cairn.outcome;

/**
 * A recorded fact about one object.
 *
 * @param key the object
 * @param kind what was found
 * @param detail for people, without secrets
 */
public record Finding(String key, Kind kind, String detail) {

  /** How bad it is. */
  public enum Severity {
    /** Bytes that must exist do not, as far as this run could see. */
    DATA_LOSS,
    /** Two places disagree. */
    INCONSISTENT,
    /** Unusual, nothing is lost. */
    ANOMALY
  }

  /** What was found. */
  public enum Kind {
    /** A registered blob is not at the source. */
    SOURCE_MISSING(Severity.DATA_LOSS),
    /** The source's bytes do not have the hash that is their name. */
    SOURCE_CORRUPT(Severity.DATA_LOSS),
    /** What the target gave back twice did not have the right hash or size. */
    VERIFY_MISMATCH(Severity.INCONSISTENT),
    /** A store refused this blob for good. */
    REFUSED(Severity.INCONSISTENT);

    private final Severity severity;

    Kind(Severity severity) {
      this.severity = severity;
    }

    /** How bad it is. */
    public Severity severity() {
      return severity;
    }
  }
}
