package dev.cairn.admin.api.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserCheckTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                            |             |      | true
                            |             | 1    | true
          http://host:8080  | same-origin | 1    | true
          HTTP://HOST:8080  |             | 1    | true
                            | same-origin | 1    | true
          http://host:8080  | same-origin |      | false
          http://host:8080  | same-origin | true | false
                            | same-origin |      | false
          https://host:8080 |             | 1    | false
          http://host       |             | 1    | false
          http://evil       |             | 1    | false
          null              |             | 1    | false
          http://host:8080  | cross-site  | 1    | false
          http://host:8080  | same-site   | 1    | false
                            | none        | 1    | false
          """)
  void onlyThisServersOwnPageMayChangeThings(
      @Nullable String origin, @Nullable String site, @Nullable String marker, boolean passes) {
    BrowserCheck check = new BrowserCheck(origin, site, marker, "http://host:8080");
    assertEquals(passes, check.refusal().isEmpty());
  }
}
