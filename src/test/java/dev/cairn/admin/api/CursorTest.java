package dev.cairn.admin.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.admin.api.problem.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {
  private static final String RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

  @Test
  void cursorComesBackAsItWent() {
    assertEquals(RUN, Cursor.RUN.decode(Cursor.RUN.encode(RUN)));
    assertEquals(42, Cursor.FINDING.decodeNumber(Cursor.FINDING.encode("42")));
  }

  @Test
  void cursorNeedsNoEscapingInAnAddress() {
    assertEquals(true, Cursor.RUN.encode(RUN).matches("[A-Za-z0-9_-]+"));
  }

  @Test
  void noCursorIsTheFirstPage() {
    assertNull(Cursor.RUN.decode(null));
    assertNull(Cursor.RUN.decode(""));
    assertEquals(0, Cursor.FINDING.decodeNumber(null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz", "%%%", "ZjphYmM", "cjow", "ä"})
  void whatIsNoCursorOfThisKindIsRefusedByName(String after) {
    ProblemException refused =
        assertThrows(ProblemException.class, () -> Cursor.FINDING.decodeNumber(after));
    assertEquals(ProblemCode.INVALID_PARAMETER, refused.problem().code());
    assertEquals("after", refused.problem().field());
  }

  @Test
  void cursorOfALengthThatWeNeverGaveIsRefused() {
    String after = Cursor.RUN.encode("0".repeat(1000));
    assertThrows(ProblemException.class, () -> Cursor.RUN.decode(after));
  }
}
