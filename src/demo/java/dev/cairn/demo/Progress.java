package dev.cairn.demo;

import java.time.Duration;
import java.util.Locale;

/** How far some work is, in blobs and in bytes. */
record Progress(long blobs, long totalBlobs, long bytes, long totalBytes) {
  private static final int BAR = 30;
  private static final double MEGABYTE = 1e6;
  private static final double TOO_EARLY = 0.02;

  /** Returns the smaller of the parts done of blobs and bytes, so that no bar is full too early. */
  double fraction() {
    return Math.min(part(blobs, totalBlobs), part(bytes, totalBytes));
  }

  /** Returns the line that shows it: bar, blobs, rate since an earlier state, and a note. */
  String line(String what, Progress since, Duration elapsed, String note) {
    int filled = (int) Math.round(fraction() * BAR);
    return String.format(
        Locale.ROOT,
        "  %-9s [%s%s] %3d %%  %,d/%,d blobs  %.1f MB/s  %s",
        what,
        "#".repeat(filled),
        "-".repeat(BAR - filled),
        (int) (fraction() * 100),
        blobs,
        totalBlobs,
        (bytes - since.bytes) / MEGABYTE / Math.max(seconds(elapsed), 0.001),
        note);
  }

  /**
   * Returns the time left at the pace since an earlier state; empty while that is anybody's guess.
   */
  String timeLeft(Progress since, Duration elapsed) {
    double done = fraction() - since.fraction();
    if (done < TOO_EARLY) {
      return "";
    }
    return "ETA " + (long) Math.ceil(seconds(elapsed) * (1 - fraction()) / done) + " s";
  }

  private static double part(long done, long total) {
    return total == 0 ? 1 : Math.min(1, done / (double) total);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
