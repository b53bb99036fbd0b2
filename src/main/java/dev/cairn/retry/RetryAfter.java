package dev.cairn.retry;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server asked for in its {@code Retry-After} field (RFC 9110, sections 10.2.3 and 5.6.7).
 * Immutable; parsing and resolution are pure. The text of the field itself is not kept.
 *
 * @param kind form of the field
 * @param value {@link Kind#SECONDS}: the delay in seconds, 0 to 30; {@link Kind#DATE}: seconds
 *     since the epoch; {@link Kind#DATE_RFC850}: seconds since the epoch with the two-digit year
 *     taken as 20xx, to be placed by the time of receipt; otherwise 0
 */
public record RetryAfter(Kind kind, long value) {

  /** Longest delay that counts as {@link Kind#SECONDS}; a longer one is {@link Kind#OVERLONG}. */
  public static final int MAX_SECONDS = 30;

  /** Longest field that is looked at, in characters before trimming. */
  public static final int MAX_LENGTH = 128;

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END_OF_TIME = Instant.parse("9999-12-31T23:59:59Z").plusSeconds(1);

  private static final String TIME = "(\\d{2}):(\\d{2}):(\\d{2})";
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern IMF_FIXDATE =
      Pattern.compile("[A-Z][a-z]{2}, (\\d{2}) ([A-Z][a-z]{2}) (\\d{4}) " + TIME + " GMT");
  private static final Pattern RFC850 =
      Pattern.compile("[A-Z][a-z]+, (\\d{2})-([A-Z][a-z]{2})-(\\d{2}) " + TIME + " GMT");
  private static final Pattern ASCTIME =
      Pattern.compile("[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \\d]\\d) " + TIME + " (\\d{4})");
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  /** Form of a field. */
  public enum Kind {
    /** A delay of 0 to {@link #MAX_SECONDS} seconds. */
    SECONDS("seconds"),
    /** A date with a four-digit year. */
    DATE("date"),
    /** A date with a two-digit year. */
    DATE_RFC850("date-rfc850"),
    /** No such field. */
    MISSING("missing"),
    /** Not of the grammar, or more than one field. */
    INVALID("invalid"),
    /** A longer delay than {@link #MAX_SECONDS}, or a field longer than {@link #MAX_LENGTH}. */
    OVERLONG("overlong");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    /** Its name in records and messages. */
    public String code() {
      return code;
    }
  }

  /**
   * When a server that was heard may be asked again.
   *
   * @param receivedAt when the answer arrived; empty when that time was outside the years 1 to 9999
   * @param notBefore earliest time of the next request, may lie in the past; empty when it cannot
   *     be told: then nobody may assume that no wait is needed
   * @param serverDelaySeconds delay the server named in seconds, never shortened
   */
  public record Timing(
      Optional<Instant> receivedAt, Optional<Instant> notBefore, OptionalLong serverDelaySeconds) {
    private static final Timing UNKNOWN =
        new Timing(Optional.empty(), Optional.empty(), OptionalLong.empty());
  }

  /**
   * Parses the field.
   *
   * @param values values of all fields of that name in one answer, as they arrived; more than one
   *     is {@link Kind#INVALID}, even when they are equal
   */
  public static RetryAfter parse(List<String> values) {
    if (values.size() != 1) {
      return of(values.isEmpty() ? Kind.MISSING : Kind.INVALID);
    }
    String raw = values.get(0);
    if (raw.length() > MAX_LENGTH) {
      return of(Kind.OVERLONG);
    }
    if (raw.chars().anyMatch(c -> c > 127)) {
      return of(Kind.INVALID);
    }
    String text = trimmed(raw);
    if (DIGITS.matcher(text).matches()) {
      BigInteger seconds = new BigInteger(text);
      return seconds.compareTo(BigInteger.valueOf(MAX_SECONDS)) <= 0
          ? new RetryAfter(Kind.SECONDS, seconds.longValueExact())
          : of(Kind.OVERLONG);
    }
    return date(text);
  }

  /**
   * Parses the field and resolves it against the time at which the answer arrived. A missing or
   * invalid field stands for one second, because an answer was seen.
   *
   * @param values as for {@link #parse}
   */
  public static Timing timing(List<String> values, Instant receivedAt) {
    if (!inRange(receivedAt)) {
      return Timing.UNKNOWN;
    }
    RetryAfter parsed = parse(values);
    OptionalLong delay =
        switch (parsed.kind) {
          case SECONDS -> OptionalLong.of(parsed.value);
          case OVERLONG -> longDelay(values.get(0), receivedAt);
          case DATE, DATE_RFC850, MISSING, INVALID -> OptionalLong.empty();
        };
    Optional<Instant> notBefore =
        switch (parsed.kind) {
          case SECONDS, DATE, DATE_RFC850 -> parsed.notBefore(receivedAt);
          case MISSING, INVALID -> representable(receivedAt.plusSeconds(1));
          case OVERLONG ->
              delay.isPresent()
                  ? representable(receivedAt.plusSeconds(delay.getAsLong()))
                  : Optional.empty();
        };
    return new Timing(Optional.of(receivedAt), notBefore, delay);
  }

  /**
   * What a server asked for: as {@link #timing}, but empty also where the field is missing or
   * invalid, so that the caller's own backoff applies.
   *
   * @param values as for {@link #parse}
   */
  public static Optional<Instant> requested(List<String> values, Instant receivedAt) {
    return switch (parse(values).kind) {
      case MISSING, INVALID -> Optional.empty();
      case SECONDS, DATE, DATE_RFC850, OVERLONG -> timing(values, receivedAt).notBefore();
    };
  }

  /**
   * Resolves this value alone, for a failure of which the answer itself was not seen. Missing,
   * invalid and overlong stay unresolved.
   *
   * @param now time that stands for the receipt
   */
  public Optional<Instant> notBefore(Instant now) {
    if (!inRange(now)) {
      return Optional.empty();
    }
    return switch (kind) {
      case SECONDS -> representable(now.plusSeconds(value));
      case DATE -> representable(Instant.ofEpochSecond(value));
      case DATE_RFC850 -> inCenturyOf(now);
      case MISSING, INVALID, OVERLONG -> Optional.empty();
    };
  }

  private static RetryAfter of(Kind kind) {
    return new RetryAfter(kind, 0);
  }

  private static OptionalLong longDelay(String raw, Instant receivedAt) {
    if (raw.length() > MAX_LENGTH) {
      return OptionalLong.empty();
    }
    BigInteger seconds = new BigInteger(trimmed(raw));
    BigInteger left =
        BigInteger.valueOf(END_OF_TIME.getEpochSecond() - receivedAt.getEpochSecond());
    return seconds.compareTo(left) < 0
        ? OptionalLong.of(seconds.longValueExact())
        : OptionalLong.empty();
  }

  private static String trimmed(String raw) {
    int start = 0;
    int end = raw.length();
    while (start < end && isBlank(raw.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(raw.charAt(end - 1))) {
      end--;
    }
    return raw.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static RetryAfter date(String text) {
    Matcher m = IMF_FIXDATE.matcher(text);
    if (m.matches()) {
      return date(Kind.DATE, m.group(3), m.group(2), m.group(1), m, 4);
    }
    m = ASCTIME.matcher(text);
    if (m.matches()) {
      return date(Kind.DATE, m.group(6), m.group(1), m.group(2).strip(), m, 3);
    }
    m = RFC850.matcher(text);
    if (m.matches()) {
      return date(Kind.DATE_RFC850, "20" + m.group(3), m.group(2), m.group(1), m, 4);
    }
    return of(Kind.INVALID);
  }

  private static RetryAfter date(
      Kind kind, String year, String month, String day, Matcher m, int hourGroup) {
    if (year.startsWith("0") || !MONTHS.contains(month)) {
      return of(Kind.INVALID);
    }
    try {
      LocalDateTime time =
          LocalDateTime.of(
              Integer.parseInt(year),
              MONTHS.indexOf(month) + 1,
              Integer.parseInt(day),
              Integer.parseInt(m.group(hourGroup)),
              Integer.parseInt(m.group(hourGroup + 1)),
              Integer.parseInt(m.group(hourGroup + 2)));
      return new RetryAfter(kind, time.toEpochSecond(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return of(Kind.INVALID);
    }
  }

  /** RFC 9110, 5.6.7: a date that appears to be more than 50 years ahead lies in the past. */
  private Optional<Instant> inCenturyOf(Instant now) {
    LocalDateTime written = LocalDateTime.ofEpochSecond(value, 0, ZoneOffset.UTC);
    int currentYear = now.atOffset(ZoneOffset.UTC).getYear();
    int year = currentYear / 100 * 100 + written.getYear() % 100;
    if (year > currentYear + 50) {
      year -= 100;
    }
    LocalDateTime placed = written.withYear(year);
    return placed.getDayOfMonth() == written.getDayOfMonth()
        ? representable(placed.toInstant(ZoneOffset.UTC))
        : Optional.empty();
  }

  private static Optional<Instant> representable(Instant time) {
    return inRange(time) ? Optional.of(time) : Optional.empty();
  }

  private static boolean inRange(Instant time) {
    return !time.isBefore(EARLIEST) && time.isBefore(END_OF_TIME);
  }
}
