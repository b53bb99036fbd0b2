package dev.cairn.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cairn.retry.RetryAfter.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RetryAfterTest {

  private static final Instant RECEIVED = Instant.parse("2026-07-29T12:00:00Z");
  private static final long UNRESOLVED = Long.MIN_VALUE;
  private static final long NO_DELAY = -1;

  static Stream<Arguments> seconds() {
    return Stream.of(
        arguments("0", Kind.SECONDS, 0, 0, 0),
        arguments("1", Kind.SECONDS, 1, 1, 1),
        arguments("30", Kind.SECONDS, 30, 30, 30),
        arguments("31", Kind.OVERLONG, 0, 31, 31),
        arguments("60", Kind.OVERLONG, 0, 60, 60),
        arguments("00030", Kind.SECONDS, 30, 30, 30),
        arguments("0".repeat(127) + "5", Kind.SECONDS, 5, 5, 5),
        arguments("0".repeat(128) + "5", Kind.OVERLONG, 0, UNRESOLVED, NO_DELAY),
        arguments(" ".repeat(128) + "5", Kind.OVERLONG, 0, UNRESOLVED, NO_DELAY),
        arguments(" 5 ", Kind.SECONDS, 5, 5, 5),
        arguments("\t5\t", Kind.SECONDS, 5, 5, 5),
        arguments("999999999999", Kind.OVERLONG, 0, UNRESOLVED, NO_DELAY),
        arguments("9".repeat(20), Kind.OVERLONG, 0, UNRESOLVED, NO_DELAY),
        arguments("9".repeat(128), Kind.OVERLONG, 0, UNRESOLVED, NO_DELAY),
        arguments("251616974399", Kind.OVERLONG, 0, 251616974399L, 251616974399L),
        arguments("251616974400", Kind.OVERLONG, 0, UNRESOLVED, NO_DELAY));
  }

  @ParameterizedTest
  @MethodSource("seconds")
  void aNumberOfSecondsIsNeverShortened(
      String text, Kind kind, long value, long offset, long delay) {
    assertEquals(new RetryAfter(kind, value), RetryAfter.parse(List.of(text)));
    assertTiming(List.of(text), offset, delay);
  }

  static Stream<String> malformed() {
    return Stream.of(
        "5\n",
        "\n5",
        "5\r",
        "+5",
        "-1",
        "-0",
        "1.5",
        "5s",
        "1e1",
        "0x5",
        "5,6",
        "5, 5",
        "",
        "   ",
        "\u0665",
        "\uff15",
        "5\u00a0",
        "wed, 29 jul 2026 12:00:10 gmt",
        "Wed, 29 Jul 2026 12:00:10 +0000",
        "Wed, 29 Jul 2026 12:00:10 UTC",
        "Wed, 29 Jul 2026 12:00:10",
        "Wed, 9 Jul 2026 12:00:10 GMT",
        "Wed, 31 Jun 2026 12:00:10 GMT",
        "Wed, 29 Jul 2026 23:59:60 GMT",
        "Wed, 29 Jul 2026 24:00:00 GMT",
        "Wed, 29 Jul 2026 12000010 GMT",
        "Wed, 29 Jul 2026 1:2:3:04 GMT",
        "Wed, 29 Foo 2026 12:00:10 GMT",
        "Wed, 29 Jul 0999 12:00:10 GMT",
        "Wednesday, 29-Jul-2026 12:00:10 GMT",
        "Wed Jul 29 12:00:10 2026 GMT",
        "Wed Jul  0 12:00:10 2026",
        "2026-07-29T12:00:10Z");
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void whatIsNotOfTheGrammarStandsForOneSecond(String text) {
    assertEquals(new RetryAfter(Kind.INVALID, 0), RetryAfter.parse(List.of(text)));
    assertTiming(List.of(text), 1, NO_DELAY);
    assertEquals(Optional.empty(), RetryAfter.requested(List.of(text), RECEIVED));
  }

  static Stream<Arguments> dates() {
    return Stream.of(
        arguments("Wed, 29 Jul 2026 12:00:10 GMT", Kind.DATE, "2026-07-29T12:00:10Z"),
        arguments("Wed, 29 Jul 2026 12:00:31 GMT", Kind.DATE, "2026-07-29T12:00:31Z"),
        arguments("Wed, 29 Jul 2026 11:59:00 GMT", Kind.DATE, "2026-07-29T11:59:00Z"),
        arguments("Mon, 29 Jul 2026 12:00:10 GMT", Kind.DATE, "2026-07-29T12:00:10Z"),
        arguments("  Wed, 29 Jul 2026 12:00:10 GMT\t", Kind.DATE, "2026-07-29T12:00:10Z"),
        arguments("Fri, 31 Dec 9999 23:59:59 GMT", Kind.DATE, "9999-12-31T23:59:59Z"),
        arguments("Wed Jul 29 12:00:10 2026", Kind.DATE, "2026-07-29T12:00:10Z"),
        arguments("Sun Nov  6 08:49:37 1994", Kind.DATE, "1994-11-06T08:49:37Z"),
        arguments("Wednesday, 29-Jul-26 12:00:10 GMT", Kind.DATE_RFC850, "2026-07-29T12:00:10Z"),
        arguments("Sunday, 06-Nov-94 08:49:37 GMT", Kind.DATE_RFC850, "1994-11-06T08:49:37Z"),
        arguments("Thursday, 29-Jul-76 12:00:10 GMT", Kind.DATE_RFC850, "2076-07-29T12:00:10Z"),
        arguments("Friday, 29-Jul-77 12:00:10 GMT", Kind.DATE_RFC850, "1977-07-29T12:00:10Z"));
  }

  @ParameterizedTest
  @MethodSource("dates")
  void aDateIsTheTimeItselfEvenInThePast(String text, Kind kind, Instant expected) {
    assertEquals(kind, RetryAfter.parse(List.of(text)).kind());
    RetryAfter.Timing timing = RetryAfter.timing(List.of(text), RECEIVED);
    assertEquals(Optional.of(expected), timing.notBefore());
    assertEquals(OptionalLong.empty(), timing.serverDelaySeconds());
    assertEquals(Optional.of(expected), RetryAfter.requested(List.of(text), RECEIVED));
    assertEquals(Optional.of(expected), RetryAfter.parse(List.of(text)).notBefore(RECEIVED));
  }

  @Test
  void aTwoDigitYearIsPlacedInTheCenturyOfTheReceipt() {
    assertEquals(
        Optional.of(Instant.parse("2000-07-29T12:00:10Z")),
        RetryAfter.timing(
                List.of("Friday, 29-Jul-00 12:00:10 GMT"), Instant.parse("2099-12-31T00:00:00Z"))
            .notBefore());
  }

  @Test
  void aTwoDigitYearWithoutThatDayStaysUnresolved() {
    List<String> values = List.of("Thursday, 29-Feb-00 12:00:10 GMT");
    assertEquals(Kind.DATE_RFC850, RetryAfter.parse(values).kind());
    assertEquals(
        Optional.empty(),
        RetryAfter.timing(values, Instant.parse("2101-01-01T00:00:00Z")).notBefore());
  }

  @Test
  void noFieldIsMissingAndStandsForOneSecond() {
    assertEquals(new RetryAfter(Kind.MISSING, 0), RetryAfter.parse(List.of()));
    assertTiming(List.of(), 1, NO_DELAY);
    assertEquals(Optional.empty(), RetryAfter.requested(List.of(), RECEIVED));
  }

  @Test
  void twoFieldsAreInvalidEvenWhenTheyAreEqual() {
    assertEquals(new RetryAfter(Kind.INVALID, 0), RetryAfter.parse(List.of("5", "5")));
    assertTiming(List.of("5", "5"), 1, NO_DELAY);
  }

  @Test
  void aReceiptOutsideTheCalendarResolvesNothing() {
    for (Instant received : List.of(Instant.MIN, Instant.parse("+10000-01-01T00:00:00Z"))) {
      RetryAfter.Timing timing = RetryAfter.timing(List.of("5"), received);
      assertEquals(Optional.empty(), timing.receivedAt());
      assertEquals(Optional.empty(), timing.notBefore());
      assertEquals(OptionalLong.empty(), timing.serverDelaySeconds());
    }
  }

  @Test
  void aResultOutsideTheCalendarIsUnresolvedButKeepsTheDelay() {
    Instant last = Instant.parse("9999-12-31T23:59:59Z");
    RetryAfter.Timing timing = RetryAfter.timing(List.of("5"), last);
    assertEquals(Optional.of(last), timing.receivedAt());
    assertEquals(Optional.empty(), timing.notBefore());
    assertEquals(OptionalLong.of(5), timing.serverDelaySeconds());
  }

  @Test
  void aValueWithoutItsAnswerResolvesOnlyWhereItNamesATime() {
    assertEquals(
        Optional.of(RECEIVED.plusSeconds(7)), new RetryAfter(Kind.SECONDS, 7).notBefore(RECEIVED));
    for (Kind kind : List.of(Kind.MISSING, Kind.INVALID, Kind.OVERLONG)) {
      assertEquals(Optional.empty(), new RetryAfter(kind, 0).notBefore(RECEIVED));
    }
  }

  private static void assertTiming(List<String> values, long offset, long delay) {
    RetryAfter.Timing timing = RetryAfter.timing(values, RECEIVED);
    assertEquals(
        offset == UNRESOLVED ? Optional.empty() : Optional.of(RECEIVED.plusSeconds(offset)),
        timing.notBefore());
    assertEquals(
        delay == NO_DELAY ? OptionalLong.empty() : OptionalLong.of(delay),
        timing.serverDelaySeconds());
  }
}
