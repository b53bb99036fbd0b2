package dev.cairn.admin.api;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Lines of CSV as RFC 4180 has them. A cell that a spreadsheet would take for a formula gets an
 * apostrophe in front. Pure.
 */
final class Csv {
  private static final String FORMULA_STARTS = "=+-@\t\r\n";

  private Csv() {}

  /** One line with its end. */
  static String line(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(String text) {
    boolean formula = !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0;
    String safe = formula ? "'" + text : text;
    boolean quoted = formula || safe.chars().anyMatch(c -> c == '"' || c == ',' || c < ' ');
    return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
