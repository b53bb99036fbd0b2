package dev.cairn.config;

import java.util.List;

/**
 * The configuration is wrong; the server does not start. The message lists every error with key,
 * value and remedy.
 */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param errors one line each
   */
  public ConfigurationException(List<String> errors) {
    super("Cairn's configuration is wrong:\n  - " + String.join("\n  - ", errors));
  }
}
