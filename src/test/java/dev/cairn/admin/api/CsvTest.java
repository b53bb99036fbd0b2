package dev.cairn.admin.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CsvTest {
  @ParameterizedTest
  @MethodSource("cells")
  void cellIsQuotedWhereItMustBeAndNeverAFormula(String cell, String written) {
    assertEquals(written + "\r\n", Csv.line(List.of(cell)));
  }

  static List<Arguments> cells() {
    return List.of(
        Arguments.of("", ""),
        Arguments.of("plain text", "plain text"),
        Arguments.of("größe", "größe"),
        Arguments.of("a,b", "\"a,b\""),
        Arguments.of("say \"x\"", "\"say \"\"x\"\"\""),
        Arguments.of("two\nlines", "\"two\nlines\""),
        Arguments.of("=1+1", "\"'=1+1\""),
        Arguments.of("+1", "\"'+1\""),
        Arguments.of("-1", "\"'-1\""),
        Arguments.of("@cmd", "\"'@cmd\""),
        Arguments.of("\t=1", "\"'\t=1\""),
        Arguments.of("\r=1", "\"'\r=1\""),
        Arguments.of("=\"x\"", "\"'=\"\"x\"\"\""),
        Arguments.of("1=1", "1=1"));
  }

  @Test
  void cellsAreSeparatedByCommasAndTheLineEndsAsTheRfcWantsIt() {
    assertEquals("a,,\"b,c\"\r\n", Csv.line(List.of("a", "", "b,c")));
  }
}
