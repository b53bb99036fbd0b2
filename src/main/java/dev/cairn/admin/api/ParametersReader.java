package dev.cairn.admin.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.admin.api.view.ParametersBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON body of a start or resume: at most 1 MiB, strictly, naming the member that is
 * wrong. Pure.
 */
final class ParametersReader {
  /** Most bytes of a JSON body. */
  static final int MAX_BYTES = 1024 * 1024;

  private static final Pattern JSON_TYPE =
      Pattern.compile("\\s*application/json\\s*(;.*)?", Pattern.CASE_INSENSITIVE);

  private ParametersReader() {}

  /**
   * Reads a body; an empty one is no parameters, whatever its type.
   *
   * @param type value of Content-Type, or null
   * @throws dev.cairn.admin.api.problem.ProblemException when it is too large or wrong
   * @throws IOException when the connection breaks
   */
  static Map<String, String> read(InputStream body, @Nullable String type, ObjectMapper json)
      throws IOException {
    byte[] bytes = body.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw Problem.of(ProblemCode.BODY_TOO_LARGE, "the body has more than " + MAX_BYTES + " bytes")
          .exception();
    }
    if (bytes.length == 0) {
      return Map.of();
    }
    if (type == null || !JSON_TYPE.matcher(type).matches()) {
      throw Problem.of(
              ProblemCode.UNSUPPORTED_MEDIA_TYPE, "the body must be sent as application/json")
          .exception();
    }
    return checked(parse(bytes, json));
  }

  private static @Nullable ParametersBody parse(byte[] bytes, ObjectMapper json) {
    try {
      return json.readValue(bytes, ParametersBody.class);
    } catch (UnrecognizedPropertyException e) {
      throw Problem.of(
              ProblemCode.UNKNOWN_FIELD,
              "'"
                  + e.getPropertyName()
                  + "' is not known; the body takes "
                  + e.getKnownPropertyIds())
          .about(path(e.getPath()))
          .exception();
    } catch (MismatchedInputException e) {
      throw wrongType(path(e.getPath()));
    } catch (JsonProcessingException e) {
      throw Problem.of(ProblemCode.MALFORMED_JSON, "the JSON breaks at " + position(e)).exception();
    } catch (IOException e) {
      throw Problem.of(ProblemCode.MALFORMED_JSON, "the body is not UTF-8 text").exception();
    }
  }

  private static Map<String, String> checked(@Nullable ParametersBody body) {
    if (body == null) {
      throw wrongType(null);
    }
    body.parameters()
        .forEach(
            (name, value) -> {
              if (value == null) {
                throw wrongType("parameters." + name);
              }
            });
    return body.parameters();
  }

  private static RuntimeException wrongType(@Nullable String field) {
    return Problem.of(
            ProblemCode.INVALID_FIELD,
            field == null || field.isEmpty()
                ? "the body must be an object like {\"parameters\":{\"name\":\"value\"}}"
                : field + " has a value of the wrong type; parameters are strings by name")
        .about(field == null || field.isEmpty() ? null : field)
        .exception();
  }

  private static String path(List<JsonMappingException.Reference> path) {
    return path.stream()
        .map(r -> r.getFieldName() == null ? "[" + r.getIndex() + "]" : r.getFieldName())
        .collect(Collectors.joining("."));
  }

  private static String position(JsonProcessingException e) {
    return e.getLocation() == null
        ? "an unknown place"
        : "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }
}
