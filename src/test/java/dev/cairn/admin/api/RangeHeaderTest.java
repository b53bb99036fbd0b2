package dev.cairn.admin.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeHeaderTest {
  private static final String TAG = "\"tag\"";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                                         | 100 | whole
          bytes=0-9                      | 100 | 0+10
          BYTES=0-9                      | 100 | 0+10
          bytes= 0-9                     | 100 | 0+10
          bytes=90-                      | 100 | 90+10
          bytes=90-99                    | 100 | 90+10
          bytes=90-100                   | 100 | 90+10
          bytes=0-0                      | 1   | 0+1
          bytes=-1                       | 100 | 99+1
          bytes=-100                     | 100 | 0+100
          bytes=-101                     | 100 | 0+100
          bytes=0-99999999999999999999   | 100 | 0+100
          bytes=-99999999999999999999    | 100 | 0+100
          bytes=00000000000000000000005- | 100 | 5+95
          bytes=100-                     | 100 | none
          bytes=99999999999999999999-    | 100 | none
          bytes=-0                       | 100 | none
          bytes=0-                       | 0   | none
          bytes=-5                       | 0   | none
          bytes=9-0                      | 100 | whole
          bytes=-                        | 100 | whole
          bytes=                         | 100 | whole
          bytes=a-b                      | 100 | whole
          bytes=0-1,5-6                  | 100 | whole
          bytes 0-1                      | 100 | whole
          items=0-1                      | 100 | whole
          bytes=+1-2                     | 100 | whole
          bytes=٠-٩                      | 100 | whole
          """)
  void rangeIsCutToTheObjectOrIgnoredOrRefused(@Nullable String range, long size, String expected) {
    assertEquals(expected, told(RangeHeader.select(range, null, TAG, size)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {"'\"tag\"', 0+10", "'\"other\"', whole", "'W/\"tag\"', whole", "yesterday, whole"})
  void rangeCountsOnlyIfTheObjectIsTheOneThatIfRangeNames(String ifRange, String expected) {
    assertEquals(expected, told(RangeHeader.select("bytes=0-9", ifRange, TAG, 100)));
  }

  private static String told(RangeHeader.Selection selection) {
    if (selection instanceof RangeHeader.Part part) {
      return part.range().offset() + "+" + part.range().length();
    }
    return selection instanceof RangeHeader.Whole ? "whole" : "none";
  }
}
