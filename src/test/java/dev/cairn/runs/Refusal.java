package dev.cairn.runs;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.testkit.Answer;
import java.util.regex.Pattern;

/**
 * How a wrong request must be answered.
 *
 * @param code code of the problem document, from which the HTTP status follows
 * @param field member, parameter or header that is to blame; empty when there is none
 */
record Refusal(ProblemCode code, String field) {
  /** A qualified name or a line of a stack trace. */
  private static final Pattern INSIDES =
      Pattern.compile(
          "\\b(java|javax|jakarta|org|com|io|dev)\\.[a-z]+\\.|\\bat [a-z]+\\.[a-z]|[a-z](Exception|Error)\\b");

  /** Asserts that an answer is this refusal, is helpful and gives nothing away. */
  void assertAnswered(Answer answer, String... secrets) {
    JsonNode problem = answer.json();
    assertAll(
        answer.toString(),
        () -> assertEquals(code.status(), answer.status()),
        () -> assertEquals("application/problem+json", mediaType(answer)),
        () -> assertEquals(code.name(), problem.path("code").asText()),
        () -> assertEquals(code.status(), problem.path("status").asInt()),
        () -> assertEquals(field, problem.path("field").asText("")),
        () -> assertFalse(problem.path("title").asText("").isBlank(), "title"),
        () -> assertFalse(problem.path("detail").asText("").isBlank(), "detail"),
        () -> assertFalse(problem.path("remedy").asText("").isBlank(), "remedy"),
        () -> assertTrue(problem.path("type").asText().endsWith(code.anchor()), "type"),
        () -> assertTrue(problem.path("instance").asText().startsWith("/"), "instance"),
        () -> assertTrue(answer.serverStatus().path("readonly").isBoolean(), "X-Server-Status"),
        () -> assertFalse(INSIDES.matcher(answer.text()).find(), "names of classes"));
    for (String secret : secrets) {
      assertFalse(answer.text().contains(secret), "a secret");
    }
  }

  private static String mediaType(Answer answer) {
    return answer.header("Content-Type").orElse("").split(";")[0];
  }
}
