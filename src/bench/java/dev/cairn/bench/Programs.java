package dev.cairn.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs programs of the machine and waits for them. */
final class Programs {
  private Programs() {}

  /**
   * Runs a program to its end and returns what it printed.
   *
   * @throws IllegalStateException when it ends with another code than 0; the message holds what it
   *     printed
   */
  static String run(List<String> command, Map<String, String> environment) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      if (code != 0) {
        throw new IllegalStateException(command.get(0) + " ended with " + code + ": " + printed);
      }
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Writes what the system still holds in memory to the disk; returns the seconds it took. */
  static double sync() {
    long start = System.nanoTime();
    run(List.of("sync"), Map.of());
    return (System.nanoTime() - start) / 1e9;
  }
}
