package dev.cairn.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A declared parameter of a job.
 *
 * @param name as it is given
 * @param type what it may be
 * @param defaultValue value when it is not given, or null when it must be
 * @param help one sentence for people
 */
public record ParameterDeclaration(
    String name, Type type, @Nullable String defaultValue, String help) {

  /** What a value may be. */
  public sealed interface Type {
    /** What is wrong with a value, or empty when it is right. */
    Optional<Wrong> check(String value);

    /** For people. */
    String describe();
  }

  /**
   * What is wrong with a value.
   *
   * @param code machine-readable
   * @param text for people, with the remedy
   */
  public record Wrong(String code, String text) {
    static final String INVALID = "INVALID_PARAMETER";
    static final String NOT_IN_THIS_VERSION = "NOT_IN_THIS_VERSION";
  }

  /** The name of a storage entry. */
  public record EntryName() implements Type {
    @Override
    public Optional<Wrong> check(String value) {
      return value.matches("[a-z0-9-]{1,32}")
          ? Optional.empty()
          : Optional.of(new Wrong(Wrong.INVALID, "must be the name of a configured storage entry"));
    }

    @Override
    public String describe() {
      return "name of a storage entry";
    }
  }

  /**
   * A whole number.
   *
   * @param min smallest
   * @param max largest
   */
  public record WholeNumber(long min, long max) implements Type {
    @Override
    public Optional<Wrong> check(String value) {
      if (value.matches("[0-9]{1,18}")) {
        long number = Long.parseLong(value);
        if (number >= min && number <= max) {
          return Optional.empty();
        }
      }
      return Optional.of(
          new Wrong(Wrong.INVALID, "must be a whole number from " + min + " to " + max));
    }

    @Override
    public String describe() {
      return "whole number from " + min + " to " + max;
    }
  }

  /**
   * One of some words.
   *
   * @param words the words
   * @param later words that a later version will know, each with the reason why it is refused now
   */
  public record OneOf(List<String> words, Map<String, String> later) implements Type {
    @Override
    public Optional<Wrong> check(String value) {
      if (words.contains(value)) {
        return Optional.empty();
      }
      String why = later.get(value);
      return Optional.of(
          why != null
              ? new Wrong(
                  Wrong.NOT_IN_THIS_VERSION, "'" + value + "' is not in this version: " + why)
              : new Wrong(Wrong.INVALID, "must be one of " + String.join(", ", words)));
    }

    @Override
    public String describe() {
      return "one of " + String.join(", ", words);
    }
  }

  /**
   * A parameter that a later version will know.
   *
   * @param why why it is refused now
   */
  public record Later(String why) implements Type {
    @Override
    public Optional<Wrong> check(String value) {
      return Optional.of(new Wrong(Wrong.NOT_IN_THIS_VERSION, "is not in this version: " + why));
    }

    @Override
    public String describe() {
      return "not in this version";
    }
  }
}
