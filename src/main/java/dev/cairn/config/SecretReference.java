package dev.cairn.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a secret is to be found. The secret itself never stands in the configuration.
 *
 * @param text {@code env:NAME} or {@code file:/path}
 */
public record SecretReference(String text) {
  private static final String ENV = "env:";
  private static final String FILE = "file:";

  /** True when the text has the form of a reference. */
  static boolean valid(String text) {
    return (text.startsWith(ENV) && text.length() > ENV.length())
        || (text.startsWith(FILE) && text.length() > FILE.length());
  }

  /**
   * Looks the secret up, now.
   *
   * @return the secret without surrounding white space, or empty when it is not there or blank
   */
  Optional<String> resolve() {
    if (text.startsWith(ENV)) {
      return notBlank(System.getenv(text.substring(ENV.length())));
    }
    try {
      return notBlank(Files.readString(Path.of(text.substring(FILE.length()))));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the file of the reference " + text + " cannot be read", e);
    }
  }

  private static Optional<String> notBlank(@Nullable String value) {
    return Optional.ofNullable(value).map(String::strip).filter(v -> !v.isEmpty());
  }
}
