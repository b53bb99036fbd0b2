package dev.cairn.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Where the demo prints: on a terminal a line can be drawn over, elsewhere every line stays and so
 * comes at most every 2 seconds. Used by one thread.
 */
final class Screen {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(2);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private boolean drawn;
  private long lastLine = System.nanoTime();

  Screen(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Prints to standard output, drawing only when a person sees it. */
  static Screen standard() {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    return new Screen(out, System.console() != null);
  }

  /** Prints a line that stays. */
  void say(String line) {
    if (drawn) {
      out.print(CLEAR_LINE);
      drawn = false;
    }
    out.println(line);
    out.flush();
  }

  /** Shows a line that the next one replaces. */
  void draw(String line) {
    if (terminal) {
      out.print(CLEAR_LINE + line);
      out.flush();
      drawn = true;
    } else if (System.nanoTime() - lastLine >= BETWEEN_LINES.toNanos()) {
      out.println(line);
      out.flush();
      lastLine = System.nanoTime();
    }
  }
}
