package dev.cairn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobDefinitionTest {
  private static final JobDefinition JOB = JobCatalogue.BACKEND_MIGRATION;

  @Test
  void defaultsAreFilledIn() {
    Map<String, String> complete = JOB.complete(Map.of("target", "archive"));
    assertEquals("gated", complete.get("mode"));
    assertEquals("full", complete.get("verify"));
    assertEquals("32", complete.get("ranges"));
    assertEquals("archive", complete.get("target"));
    assertEquals(11, complete.size());
  }

  @ParameterizedTest
  @CsvSource({
    "nonsense, x, INVALID_PARAMETER",
    "mode, fast, INVALID_PARAMETER",
    "mode, online, NOT_IN_THIS_VERSION",
    "cutover, manual, NOT_IN_THIS_VERSION",
    "poison-after, 2, NOT_IN_THIS_VERSION",
    "auto-resume, true, NOT_IN_THIS_VERSION",
    "verify, none, INVALID_PARAMETER",
    "threads, 0, INVALID_PARAMETER",
    "threads, 14, INVALID_PARAMETER",
    "threads, four, INVALID_PARAMETER",
    "ranges, 4097, INVALID_PARAMETER",
    "item-count, -1, INVALID_PARAMETER",
    "retry-limit, 101, INVALID_PARAMETER",
    "target, ../x, INVALID_PARAMETER",
    "target, 'a\u0007b', INVALID_PARAMETER",
  })
  void whatIsWrongIsNamed(String parameter, String value, String code) {
    Map<String, String> given = new HashMap<>(Map.of("target", "archive"));
    given.put(parameter, value);
    InvalidParameterException e =
        assertThrows(InvalidParameterException.class, () -> JOB.complete(given));
    assertEquals(parameter, e.field());
    assertEquals(code, e.code());
    assertTrue(String.valueOf(e.getMessage()).startsWith(parameter + ": "));
  }

  @Test
  void aRequiredParameterIsAskedFor() {
    InvalidParameterException e =
        assertThrows(InvalidParameterException.class, () -> JOB.complete(Map.of()));
    assertEquals("target", e.field());
  }

  @Test
  void everyJobHasAFileOfItsNameAndEveryFileAJob() throws IOException {
    try (var files = Files.list(Path.of("batch-jobs"))) {
      var names =
          files.map(f -> String.valueOf(f.getFileName()).replace(".xml", "")).sorted().toList();
      assertEquals(JobCatalogue.all().stream().map(JobDefinition::name).sorted().toList(), names);
    }
  }
}
