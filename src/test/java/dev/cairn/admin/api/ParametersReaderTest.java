package dev.cairn.admin.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.admin.api.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersReaderTest {
  private static final ObjectMapper JSON = new JsonSettings().mapper();
  private static final String TYPE = "application/json; charset=utf-8";

  @Test
  void numbersAndBooleansCountAsTheirText() throws IOException {
    assertEquals(
        Map.of("a", "x", "b", "32", "c", "true"),
        read("{\"parameters\":{\"a\":\"x\",\"b\":32,\"c\":true}}", TYPE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"parameters\":null}", "{\"parameters\":{}}"})
  void noParametersAreNone(String body) throws IOException {
    assertEquals(Map.of(), read(body, TYPE));
  }

  @Test
  void emptyBodyNeedsNoType() throws IOException {
    assertEquals(Map.of(), read("", null));
    assertEquals(Map.of(), read("", "application/x-www-form-urlencoded"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          {                                  | MALFORMED_JSON |
          {} {}                              | INVALID_FIELD  |
          {"parameters":{"a":"1","a":"2"}}   | MALFORMED_JSON |
          {"parameters":{"a":NaN}}           | MALFORMED_JSON |
          []                                 | INVALID_FIELD  |
          null                               | INVALID_FIELD  |
          "x"                                | INVALID_FIELD  |
          {"parameters":5}                   | INVALID_FIELD  | parameters
          {"parameters":{"a":["x"]}}         | INVALID_FIELD  | parameters.a
          {"parameters":{"a":{}}}            | INVALID_FIELD  | parameters.a
          {"parameters":{"a":null}}          | INVALID_FIELD  | parameters.a
          {"parametres":{}}                  | UNKNOWN_FIELD  | parametres
          """)
  void wrongBodyIsRefusedNamingTheMember(String body, ProblemCode code, @Nullable String field) {
    Problem problem = refused(body, TYPE);
    assertEquals(code, problem.code());
    assertEquals(field, problem.field());
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/x-www-form-urlencoded", "text/json", "application/jsonp"})
  void bodyOfAnotherTypeIsRefused(String type) {
    assertEquals(ProblemCode.UNSUPPORTED_MEDIA_TYPE, refused("{}", type).code());
  }

  @Test
  void bodyMayHaveOneMebibyteAndNoByteMore() throws IOException {
    String largest = "{}" + " ".repeat(ParametersReader.MAX_BYTES - 2);
    assertEquals(Map.of(), read(largest, TYPE));
    assertEquals(ProblemCode.BODY_TOO_LARGE, refused(largest + " ", TYPE).code());
  }

  @Test
  void deepNestingIsRefusedWithoutBeingFollowed() {
    String body = "{\"parameters\":" + "[".repeat(100_000);
    assertEquals(ProblemCode.INVALID_FIELD, refused(body, TYPE).code());
  }

  private static Problem refused(String body, @Nullable String type) {
    return assertThrows(ProblemException.class, () -> read(body, type)).problem();
  }

  private static Map<String, String> read(String body, @Nullable String type) throws IOException {
    return ParametersReader.read(
        new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), type, JSON);
  }
}
