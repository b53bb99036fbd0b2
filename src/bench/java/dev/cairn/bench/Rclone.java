package dev.cairn.bench;

import dev.cairn.testkit.S3ProxyServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** rclone as a peer: no configuration file, the S3 server by environment. */
final class Rclone {
  /** Numbers of transfers that are measured: its default, and as many as Cairn has in flight. */
  static final List<Integer> TRANSFERS = List.of(4, 32);

  private static final int DEFAULT_CHECKERS = 8;

  private static final List<String> CAIRNS_OWN =
      List.of("--filter", "- /.cairn-*", "--filter", "- /.cairn-tmp/**");

  private final Site site;
  private final int transfers;

  Rclone(Site site, int transfers) {
    this.site = site;
    this.transfers = transfers;
  }

  /** First line of its version, or empty when it is not installed. */
  static Optional<String> version() {
    try {
      return Optional.of(
          Programs.run(List.of("rclone", "version"), Map.of())
              .lines()
              .findFirst()
              .orElse("rclone"));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  String name() {
    return "rclone " + transfers;
  }

  /**
   * Does what a migration does, with the same proof; returns the seconds it took.
   *
   * <p>A copy is always proved by the checksum of what was sent. {@code verify=full} adds a pass
   * that reads both sides. With nothing to do, {@code full} compares bytes (checksums of both sides
   * where they are local), {@code provider} what the provider says.
   */
  double timed(Case work) {
    long start = System.nanoTime();
    boolean full = work.verify().equals("full");
    boolean local = work.route() == Case.Route.LOCAL;
    if (work.work() == Case.Work.COPY) {
      copy(work, "--checksum");
    }
    if (work.work() == Case.Work.NOTHING && !full) {
      copy(work, local ? "--size-only" : "--checksum");
    }
    if (work.work() == Case.Work.NOTHING && full && local) {
      copy(work, "--checksum");
    } else if (full) {
      run("check", work, "--download");
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private void copy(Case work, String comparison) {
    run("copy", work, comparison);
  }

  private void run(String verb, Case work, String option) {
    List<String> command = new ArrayList<>(List.of("rclone", verb, "--config=", option));
    command.addAll(List.of("--transfers", "" + transfers));
    command.addAll(List.of("--checkers", "" + Math.max(DEFAULT_CHECKERS, transfers)));
    command.addAll(CAIRNS_OWN);
    command.add(site.places().main().toString());
    command.add(target(work.route()));
    Programs.run(command, remote(site.s3()));
  }

  private String target(Case.Route route) {
    return route == Case.Route.LOCAL
        ? site.places().rclone().toString()
        : "peer:" + Site.RCLONE_BUCKET;
  }

  /** Where the copy lies. */
  Path directory(Case.Route route) {
    return route == Case.Route.LOCAL ? site.places().rclone() : site.objects(Site.RCLONE_BUCKET);
  }

  private static Map<String, String> remote(S3ProxyServer s3) {
    return Map.of(
        "RCLONE_CONFIG_PEER_TYPE",
        "s3",
        "RCLONE_CONFIG_PEER_PROVIDER",
        "Other",
        "RCLONE_CONFIG_PEER_ENDPOINT",
        s3.endpoint().toString(),
        "RCLONE_CONFIG_PEER_REGION",
        s3.region(),
        "RCLONE_CONFIG_PEER_FORCE_PATH_STYLE",
        "true",
        "RCLONE_CONFIG_PEER_NO_CHECK_BUCKET",
        "true",
        "RCLONE_CONFIG_PEER_ACCESS_KEY_ID",
        s3.accessKey(),
        "RCLONE_CONFIG_PEER_SECRET_ACCESS_KEY",
        s3.secretKey());
  }
}
