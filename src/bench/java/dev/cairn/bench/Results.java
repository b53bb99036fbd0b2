package dev.cairn.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Seconds by case and contestant, in the order of the rounds. */
final class Results {
  private final Map<Case, Map<String, List<Double>>> seconds = new LinkedHashMap<>();

  void add(Case what, String who, double took) {
    seconds
        .computeIfAbsent(what, k -> new LinkedHashMap<>())
        .computeIfAbsent(who, k -> new ArrayList<>())
        .add(took);
  }

  /** One row for each case: medians with the smallest and the largest, and the ratios. */
  String table(List<String> peers) {
    StringBuilder out = new StringBuilder("| case | Cairn s | rate |");
    peers.forEach(p -> out.append(' ').append(p).append(" s | ratio |"));
    out.append("\n|---|---|---|").append("---|---|".repeat(peers.size())).append('\n');
    seconds.forEach((what, by) -> row(out, what, by, peers));
    return out.toString();
  }

  private static void row(
      StringBuilder out, Case what, Map<String, List<Double>> by, List<String> peers) {
    List<Double> own = by.getOrDefault(BenchMain.CAIRN, List.of());
    out.append("| ").append(what.title()).append(" | ").append(spread(own)).append(" | ");
    out.append(what.workload().rate(median(own))).append(" |");
    for (String peer : peers) {
      List<Double> theirs = by.getOrDefault(peer, List.of());
      out.append(' ').append(spread(theirs)).append(" | ").append(ratio(own, theirs)).append(" |");
    }
    out.append('\n');
  }

  private static String spread(List<Double> values) {
    double[] sorted = sorted(values);
    return values.isEmpty()
        ? "–"
        : String.format("%.2f (%.2f–%.2f)", median(values), sorted[0], sorted[sorted.length - 1]);
  }

  /** Median of the ratios within a round: how many times as fast Cairn is. */
  private static String ratio(List<Double> own, List<Double> theirs) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(own.size(), theirs.size()); i++) {
      ratios.add(theirs.get(i) / own.get(i));
    }
    double[] sorted = sorted(ratios);
    return ratios.isEmpty()
        ? "–"
        : String.format(
            "**%.2f** (%.2f–%.2f)", median(ratios), sorted[0], sorted[sorted.length - 1]);
  }

  private static double[] sorted(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  private static double median(List<Double> values) {
    double[] sorted = sorted(values);
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
