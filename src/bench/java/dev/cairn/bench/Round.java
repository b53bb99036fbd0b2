package dev.cairn.bench;

import java.util.List;
import java.util.function.Consumer;

/**
 * One round over all cases of a workload: Cairn and its peers take turns, on the same disk, with
 * everything written out between two measurements. The blobs end where they began.
 */
final class Round {
  private final Site site;
  private final List<Rclone> peers;
  private final Results results;
  private final Consumer<String> print;

  Round(Site site, List<Rclone> peers, Results results, Consumer<String> print) {
    this.site = site;
    this.peers = peers;
    this.results = results;
    this.print = print;
  }

  void run(String verify, List<String> routes) {
    if (routes.contains("local")) {
      local(verify);
    }
    if (routes.contains("s3")) {
      s3(verify);
    }
  }

  private void local(String verify) {
    Case copy = new Case(site.workload(), Case.Route.LOCAL, Case.Work.COPY, verify);
    Case nothing = new Case(site.workload(), Case.Route.LOCAL, Case.Work.NOTHING, verify);
    Places.empty(site.places().copy());
    cairn(copy, "copy");
    cairn(nothing, "main");
    peers.forEach(p -> peer(p, copy, nothing));
  }

  private void s3(String verify) {
    Case copy = new Case(site.workload(), Case.Route.S3, Case.Work.COPY, verify);
    Case nothing = new Case(site.workload(), Case.Route.S3, Case.Work.NOTHING, verify);
    Places.empty(site.objects(Site.BUCKET));
    cairn(copy, Site.BUCKET);
    site.migrate("main", "provider");
    cairn(nothing, Site.BUCKET);
    site.migrate("main", "provider");
    peers.forEach(p -> peer(p, copy, nothing));
  }

  private void cairn(Case what, String target) {
    Programs.sync();
    note(what, BenchMain.CAIRN, site.timed(target, what.verify(), what.work()));
  }

  private void peer(Rclone peer, Case copy, Case nothing) {
    Places.empty(peer.directory(copy.route()));
    Programs.sync();
    note(copy, peer.name(), peer.timed(copy));
    print.accept(String.format("    sync after it: %.2f s", Programs.sync()));
    note(nothing, peer.name(), peer.timed(nothing));
  }

  private void note(Case what, String who, double seconds) {
    results.add(what, who, seconds);
    print.accept(String.format("  %-60s %-10s %7.2f s", what.title(), who, seconds));
  }
}
