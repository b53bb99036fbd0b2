package dev.cairn.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads what a server printed while it started. */
final class BootLog {
  /** Code of the server's last boot message when something in it failed. */
  private static final String STARTED_WITH_ERRORS = "WFLYSRV0026";

  /** Code of the server's last boot message when all went well. */
  private static final String STARTED = "WFLYSRV0025";

  /** Code of the message that only repeats what a probe was told. */
  private static final String PROBED = "WFLYMPHEALTH0003";

  private static final Pattern TELLING =
      Pattern.compile(" (ERROR|FATAL|WARN) |Caused by:|^Error|OutOfMemory");
  private static final Pattern STACK_FRAME = Pattern.compile("^\\s+(at |\\.\\.\\. \\d+ more)");
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final int LINES_AFTER = 5;
  private static final int LONGEST_LINE = 400;
  private static final int MOST_LINES = 30;

  private final Path file;
  private final long from;

  private BootLog(Path file, long from) {
    this.file = file;
    this.from = from;
  }

  /** Starts at the file's present end, so that an earlier boot isn't taken for the coming one. */
  static BootLog fromHereOn(Path file) throws IOException {
    return new BootLog(file, Files.exists(file) ? Files.size(file) : 0);
  }

  Path file() {
    return file;
  }

  /** Tells whether the server says that it came up only in part. */
  boolean startedWithErrors() {
    return lines().stream().anyMatch(line -> line.contains(STARTED_WITH_ERRORS));
  }

  /** Tells whether the boot came to its end, well or not. */
  boolean ended() {
    return startedWithErrors() || lines().stream().anyMatch(line -> line.contains(STARTED));
  }

  /**
   * Returns the lines that explain a failure, with what follows them; the last lines when none
   * does.
   */
  String excerpt() {
    List<String> all = lines().stream().filter(line -> !STACK_FRAME.matcher(line).find()).toList();
    List<String> telling = telling(all);
    List<String> shown =
        telling.isEmpty() ? all.subList(Math.max(0, all.size() - MOST_LINES), all.size()) : telling;
    return shown.stream()
        .limit(MOST_LINES)
        .map(line -> COLOUR.matcher(line).replaceAll(""))
        .map(line -> "  " + line.substring(0, Math.min(line.length(), LONGEST_LINE)))
        .collect(Collectors.joining("\n"));
  }

  private static List<String> telling(List<String> all) {
    List<String> telling = new ArrayList<>();
    int wanted = 0;
    for (String line : all) {
      boolean tells = TELLING.matcher(line).find() && !line.contains(PROBED);
      wanted = tells ? LINES_AFTER + 1 : wanted;
      if (wanted-- > 0) {
        telling.add(line);
      }
    }
    return telling;
  }

  private List<String> lines() {
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(from);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
