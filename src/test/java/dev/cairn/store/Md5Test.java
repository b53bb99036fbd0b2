package dev.cairn.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Md5Test {
  private static final String EMPTY = "d41d8cd98f00b204e9800998ecf8427e";

  @ParameterizedTest
  @ValueSource(strings = {EMPTY, "\"" + EMPTY + "\""})
  void aTagInTheFormOfAnMd5IsTakenForOne(String tag) {
    assertEquals(Optional.of(EMPTY), Md5.ofEntityTag(tag));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"" + EMPTY + "-3\"",
        "\"D41D8CD98F00B204E9800998ECF8427E\"",
        "W/\"" + EMPTY + "\"",
        "\"d41d8cd98f00b204e9800998ecf8427\"",
        "\"0x8D9F0A1B2C3D4E5\""
      })
  void anyOtherTagSaysNothing(String tag) {
    assertEquals(Optional.empty(), Md5.ofEntityTag(tag));
  }

  @Test
  void theDigestOfNothingIsKnown() {
    assertEquals(EMPTY, Md5.hex(Md5.digest().orElseThrow()));
  }
}
