package dev.cairn.admin.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityTagsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
                              | "a"   | false
          "a"                 | "a"   | true
          W/"a"               | "a"   | true
          "a"                 | W/"a" | true
          "b", W/"a"          | "a"   | true
          "b","c"             | "a"   | false
          "b,a"               | "a"   | false
          *                   | "a"   | true
          a                   | "a"   | false
          """)
  void ifNoneMatchIsComparedWeakly(@Nullable String header, String tag, boolean names) {
    assertEquals(names, EntityTags.noneMatchNames(header, tag));
  }

  @Test
  void equalRepresentationsHaveEqualTagsAndOthersHaveNot() {
    String one = EntityTags.weak("one".getBytes(StandardCharsets.UTF_8));
    assertTrue(one.matches("W/\"[0-9a-f]{32}\""), one);
    assertEquals(one, EntityTags.weak("one".getBytes(StandardCharsets.UTF_8)));
    assertNotEquals(one, EntityTags.weak("two".getBytes(StandardCharsets.UTF_8)));
  }
}
