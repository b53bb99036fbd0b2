package dev.cairn.bench;

import dev.cairn.testkit.Console;
import dev.cairn.testkit.FaultProxy;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jboss.dmr.ModelNode;

/**
 * Counts what a migration asks of the S3 server and of the database; nothing is timed meanwhile.
 */
final class Costs {
  private static final String COUNTED = "counted";

  private final Site site;

  Costs(Site site) {
    this.site = site;
  }

  /** One row per case: requests by class and transactions, in all and per blob. */
  String table(String verify) {
    Places.empty(site.objects(COUNTED));
    StringBuilder out = new StringBuilder();
    out.append(row("copy, verify=" + verify, COUNTED, verify));
    site.migrate("main", "provider");
    out.append(row("nothing to do, verify=" + verify, COUNTED, verify));
    site.migrate("main", "provider");
    return out.toString();
  }

  static String head() {
    return "| case | requests | transactions | transactions per blob |\n|---|---|---|---|\n";
  }

  private String row(String title, String target, String verify) {
    try (Console console = site.server().console()) {
      statistics(console, true);
      site.proxy().resetCounts();
      long before = committed(console);
      site.migrate(target, verify);
      long transactions = committed(console) - before;
      statistics(console, false);
      return String.format(
          "| %s, %s | %s | %,d | %.3f |%n",
          site.workload().title(),
          title,
          requests(),
          transactions,
          (double) transactions / site.workload().count());
    }
  }

  private String requests() {
    Map<String, Integer> counts = new TreeMap<>();
    site.proxy().counts().forEach((request, n) -> counts.merge(kind(request), n, Integer::sum));
    return counts.toString();
  }

  private static String kind(FaultProxy.Request request) {
    Predicate<FaultProxy.Request> listing = r -> r.query().contains("list-type=");
    return listing.test(request) ? "LIST" : request.method();
  }

  private static void statistics(Console console, boolean on) {
    ModelNode operation = new ModelNode();
    operation.get("operation").set("write-attribute");
    operation.get("address").add("subsystem", "transactions");
    operation.get("name").set("statistics-enabled");
    operation.get("value").set(on);
    console.execute(operation);
  }

  private static long committed(Console console) {
    return console.read("subsystem=transactions", "number-of-committed-transactions").asLong();
  }
}
