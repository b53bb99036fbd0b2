package dev.cairn.job;

import dev.cairn.job.ParameterDeclaration.EntryName;
import dev.cairn.job.ParameterDeclaration.Later;
import dev.cairn.job.ParameterDeclaration.OneOf;
import dev.cairn.job.ParameterDeclaration.WholeNumber;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The jobs of this application. */
public final class JobCatalogue {
  /** Moves all managed blobs to another entry and makes it the active one. */
  public static final JobDefinition BACKEND_MIGRATION =
      new JobDefinition(
          "backend-migration",
          "Copies every registered blob to another storage entry, proves each one there, and makes it"
              + " the active entry.",
          true,
          "storage",
          List.of(
              new ParameterDeclaration("target", new EntryName(), null, "Entry to move to."),
              new ParameterDeclaration(
                  "mode",
                  new OneOf(
                      List.of("gated"),
                      Map.of("online", "use mode=gated, which stops writes for the whole run")),
                  "gated",
                  "gated: writes are refused from the plan to the cutover, paused or not."),
              new ParameterDeclaration(
                  "verify",
                  new OneOf(List.of("full", "provider"), Map.of()),
                  "full",
                  "full: every blob is read back and hashed; provider: size and the provider's checksum."),
              new ParameterDeclaration(
                  "cutover",
                  new OneOf(
                      List.of("auto"),
                      Map.of("manual", "use cutover=auto, which switches at the end")),
                  "auto",
                  "auto: the target becomes active as soon as everything is proved."),
              number("ranges", 1, 4096, 32, "Key ranges the registry is cut into."),
              number("threads", 1, 13, 4, "Partitions that share out the ranges."),
              number("parallel", 1, 64, 8, "Blobs in flight per partition."),
              number("item-count", 1, 10_000, 100, "Blobs per checkpoint."),
              number("retry-limit", 1, 100, 5, "Attempts per storage operation."),
              number(
                  "skip-limit",
                  0,
                  1_000_000_000,
                  100,
                  "Failed blobs after which the run fails early."),
              number(
                  "missing-limit",
                  0,
                  1_000_000_000,
                  1000,
                  "Blobs missing at the source after which the run pauses at once."),
              new ParameterDeclaration(
                  "poison-after",
                  new Later("a blob whose attempts are used up always pauses the run"),
                  null,
                  "Pauses caused by one blob after which it counts as failed."),
              new ParameterDeclaration(
                  "auto-resume",
                  new Later("resume a paused run yourself"),
                  null,
                  "Whether the server resumes the run by itself.")));

  private static final List<JobDefinition> ALL = List.of(BACKEND_MIGRATION);

  private JobCatalogue() {}

  private static ParameterDeclaration number(
      String name, long min, long max, long value, String help) {
    return new ParameterDeclaration(name, new WholeNumber(min, max), Long.toString(value), help);
  }

  /** All jobs. */
  public static List<JobDefinition> all() {
    return ALL;
  }

  /** The job of this name. */
  public static Optional<JobDefinition> find(String name) {
    return ALL.stream().filter(j -> j.name().equals(name)).findFirst();
  }
}
