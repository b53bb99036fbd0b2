package dev.cairn.demo;

import dev.cairn.testkit.RunView;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The counters of a run, one a line. */
final class CounterTable {
  private static final Map<String, String> LABELS = labels();

  private CounterTable() {}

  static void print(RunView run, Screen screen) {
    screen.say("");
    LABELS.forEach(
        (counter, label) ->
            screen.say(String.format(Locale.ROOT, "  %-18s %,15d", label, run.counter(counter))));
    screen.say("");
  }

  private static Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("scanned", "scanned");
    labels.put("copied", "  copied");
    labels.put("skipped", "  already there");
    labels.put("failed", "  failed");
    labels.put("sourceMissing", "  source missing");
    labels.put("deleted", "  deleted");
    labels.put("bytesCopied", "bytes copied");
    return labels;
  }
}
