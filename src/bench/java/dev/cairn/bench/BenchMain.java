package dev.cairn.bench;

import dev.cairn.testkit.BuildDirectory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Measures migrations and prints the tables; they are kept in the build directory as well. */
public final class BenchMain {
  /** Who is measured. */
  static final String CAIRN = "Cairn";

  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  private BenchMain() {}

  /** Reads its settings from system properties; arguments are ignored. */
  public static void main(String[] arguments) throws IOException {
    Locale.setDefault(Locale.ROOT);
    BenchSettings settings = BenchSettings.from(System.getProperties());
    Optional<String> rclone = settings.rclone() ? Rclone.version() : Optional.empty();
    OUT.println(rclone.orElse("rclone is not installed or not wanted: Cairn is measured alone"));
    StringBuilder report = new StringBuilder("# Migration benchmark\n\n");
    report
        .append(Machine.description())
        .append(rclone.map(r -> ", " + r).orElse(""))
        .append("\n\n");
    for (Workload workload : settings.workloads()) {
      try (Site site = Site.open(workload, settings)) {
        report.append(measure(site, settings, rclone.isPresent()));
      }
    }
    Path file = BuildDirectory.path().resolve("bench").resolve("result.md");
    Files.writeString(file, report);
    OUT.println(report);
    OUT.println("The tables are in " + file);
  }

  private static String measure(Site site, BenchSettings settings, boolean rclone) {
    OUT.println("server pid " + site.server().pid() + ", log " + site.server().logFile());
    List<Rclone> peers =
        rclone ? Rclone.TRANSFERS.stream().map(n -> new Rclone(site, n)).toList() : List.of();
    Results results = new Results();
    for (int i = -settings.warmups(); i < settings.runs(); i++) {
      OUT.println(i < 0 ? "warm-up" : "round " + (i + 1) + " of " + settings.runs());
      boolean cold = i < -1; // programs without a compiler of their own warm up once
      Round round =
          new Round(site, cold ? List.of() : peers, i < 0 ? new Results() : results, OUT::println);
      settings.verify().forEach(v -> round.run(v, settings.routes()));
    }
    StringBuilder costs = new StringBuilder(Costs.head());
    settings.verify().forEach(v -> costs.append(new Costs(site).table(v)));
    return results.table(peers.stream().map(Rclone::name).toList()) + "\n" + costs + "\n";
  }
}
