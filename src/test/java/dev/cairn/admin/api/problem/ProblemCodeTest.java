package dev.cairn.admin.api.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemCodeTest {
  private static final Path PAGE = Path.of("docs", "problems.md");

  @ParameterizedTest
  @EnumSource
  void everyCodeHasItsSectionWithStatusTitleAndRemedy(ProblemCode code) throws IOException {
    String section = section(code);
    assertTrue(
        section.contains("`" + code.name() + "` · " + code.status() + " · " + code.title() + "."),
        section);
    assertTrue(section.contains(code.remedy()), section);
  }

  @Test
  void pageHasNoSectionWithoutACodeAndKeepsTheirOrder() throws IOException {
    List<String> headings =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3))
            .toList();
    assertEquals(Arrays.stream(ProblemCode.values()).map(ProblemCode::anchor).toList(), headings);
  }

  @ParameterizedTest
  @EnumSource
  void typeEndsInTheAnchorOfTheSection(ProblemCode code) {
    assertEquals("urn:cairn:problem:" + code.anchor(), code.type());
  }

  @ParameterizedTest
  @CsvSource({
    "400, BAD_REQUEST",
    "401, LOGIN_REQUIRED",
    "403, FORBIDDEN",
    "404, NOT_FOUND",
    "405, METHOD_NOT_ALLOWED",
    "406, NOT_ACCEPTABLE",
    "413, BODY_TOO_LARGE",
    "415, UNSUPPORTED_MEDIA_TYPE",
    "418, BAD_REQUEST",
    "429, TOO_MANY_REQUESTS",
    "500, INTERNAL",
    "503, SERVER_UNAVAILABLE",
    "599, INTERNAL"
  })
  void whatTheContainerAnswersHasACodeToo(int status, ProblemCode code) {
    assertEquals(code, ProblemCode.ofStatus(status));
  }

  private static String section(ProblemCode code) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf("\n## " + code.anchor() + "\n");
    assertTrue(start >= 0, () -> "no section " + code.anchor());
    int end = page.indexOf("\n## ", start + 1);
    return end < 0 ? page.substring(start) : page.substring(start, end);
  }
}
