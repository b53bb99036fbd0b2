package dev.cairn.demo;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows how some work goes on, from where it is when first shown. Used by one thread. */
final class ProgressBar {
  private final Screen screen;
  private final String what;
  private final long start = System.nanoTime();
  private @Nullable Progress first;

  ProgressBar(Screen screen, String what) {
    this.screen = screen;
    this.what = what;
  }

  void show(Progress progress) {
    screen.draw(line(progress, progress.timeLeft(since(progress), elapsed())));
  }

  /** Prints the last state for good. */
  void finish(Progress progress) {
    String took = String.format(Locale.ROOT, "in %.1f s", elapsed().toMillis() / 1000.0);
    screen.say(line(progress, took));
  }

  private String line(Progress progress, String note) {
    return progress.line(what, since(progress), elapsed(), note);
  }

  private Progress since(Progress progress) {
    if (first == null) {
      first = progress;
    }
    return first;
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
