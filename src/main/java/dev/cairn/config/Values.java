package dev.cairn.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Typed look at single keys; what is wrong is added to the list of errors and replaced by the
 * default.
 */
final class Values {
  private final Function<String, Optional<String>> source;
  private final List<String> errors;

  Values(Function<String, Optional<String>> source, List<String> errors) {
    this.source = source;
    this.errors = errors;
  }

  boolean isSet(String key) {
    return source.apply(key).filter(v -> !v.isBlank()).isPresent();
  }

  /** The value, or the key's default. */
  String text(String key) {
    return source.apply(key).map(String::strip).filter(v -> !v.isEmpty()).orElse(fallback(key));
  }

  private static String fallback(String key) {
    String general = key.replaceFirst("^(cairn\\.storage\\.)[^.]+(\\..+)$", "$1<name>$2");
    return Setting.ALL.stream()
        .filter(s -> s.key().equals(general))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("undeclared key " + key))
        .defaultValue();
  }

  String oneOf(String key, List<String> words) {
    String value = text(key);
    if (!words.contains(value)) {
      errors.add(key + "=" + value + ": must be one of " + String.join(", ", words));
      return words.get(0);
    }
    return value;
  }

  long number(String key, long min, long max) {
    String value = text(key);
    if (value.matches("[0-9]{1,18}")) {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    }
    errors.add(
        key
            + "="
            + value
            + ": must be a whole number from "
            + min
            + (max == Long.MAX_VALUE ? "" : " to " + max));
    String usual = fallback(key);
    return usual.isEmpty() ? min : Long.parseLong(usual);
  }

  Duration millis(String key, long min) {
    return Duration.ofMillis(number(key, min, Integer.MAX_VALUE));
  }
}
