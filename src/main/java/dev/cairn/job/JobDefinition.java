package dev.cairn.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A job as this application declares it.
 *
 * @param name id of the job and name of its file
 * @param description one sentence for people
 * @param mutating false when it only reads
 * @param lock name of the lock that at most one live run holds, or null
 * @param parameters what it takes
 */
public record JobDefinition(
    String name,
    String description,
    boolean mutating,
    @Nullable String lock,
    List<ParameterDeclaration> parameters) {
  private static final int VALUE_CHARS = 255;

  /** Copies the list. */
  public JobDefinition {
    parameters = List.copyOf(parameters);
  }

  /**
   * Checks what was given and fills in the defaults.
   *
   * @return every declared parameter that has a value
   * @throws InvalidParameterException naming the first wrong one
   */
  public Map<String, String> complete(Map<String, String> given) {
    for (String name : given.keySet()) {
      if (declaration(name).isEmpty()) {
        throw new InvalidParameterException(
            ParameterDeclaration.Wrong.INVALID,
            name,
            "is not a parameter of " + this.name + "; it takes " + names());
      }
    }
    Map<String, String> complete = new TreeMap<>();
    for (ParameterDeclaration declared : parameters) {
      String value = given.getOrDefault(declared.name(), declared.defaultValue());
      if (value != null) {
        check(declared, value);
        complete.put(declared.name(), value);
      } else if (!(declared.type() instanceof ParameterDeclaration.Later)) {
        throw new InvalidParameterException(
            ParameterDeclaration.Wrong.INVALID, declared.name(), "is required: " + declared.help());
      }
    }
    return complete;
  }

  private static void check(ParameterDeclaration declared, String value) {
    if (value.length() > VALUE_CHARS || value.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidParameterException(
          ParameterDeclaration.Wrong.INVALID,
          declared.name(),
          "must have at most " + VALUE_CHARS + " characters and no control characters");
    }
    declared
        .type()
        .check(value)
        .ifPresent(
            wrong -> {
              throw new InvalidParameterException(wrong.code(), declared.name(), wrong.text());
            });
  }

  private Optional<ParameterDeclaration> declaration(String parameter) {
    return parameters.stream().filter(p -> p.name().equals(parameter)).findFirst();
  }

  private String names() {
    return String.join(
        ", ",
        parameters.stream()
            .filter(p -> !(p.type() instanceof ParameterDeclaration.Later))
            .map(ParameterDeclaration::name)
            .toList());
  }
}
