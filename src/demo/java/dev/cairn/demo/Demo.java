package dev.cairn.demo;

import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Credentials;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.SampleData;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts a server with fresh data, loads sample blobs, migrates them from one storage entry to
 * another and reads every one of them back. Everything goes through the HTTP API, as an application
 * and an operator would do it.
 */
final class Demo {
  private static final long SEED = 20260101;

  /** Four partitions with eight blobs each, the job's defaults. */
  private static final int IN_FLIGHT = 4 * 8;

  private final DemoSettings settings;
  private final Screen screen;
  private final List<SampleBlob> blobs;
  private final Map<SampleBlob, String> hashes = new ConcurrentHashMap<>();

  Demo(DemoSettings settings, Screen screen) {
    this.settings = settings;
    this.screen = screen;
    this.blobs = SampleData.blobs(SEED, settings.blobs(), settings.largest());
  }

  /**
   * Runs it to its end and returns the migration's last state.
   *
   * @throws DemoFailure when something isn't as it should be
   */
  RunView run() {
    long start = System.nanoTime();
    screen.say("");
    screen.say("Starting a Cairn server with fresh data …");
    try (Stage stage = Stage.set(settings)) {
      introduce(stage);
      try {
        RunView run = play(stage);
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        screen.say("Nothing lost. All of it took " + seconds + " s.");
        new Farewell(settings, stage, screen).say(run);
        return run;
      } catch (RuntimeException e) {
        throw new DemoFailure(e.getMessage() + "\nServer log: " + stage.server().logFile(), e);
      }
    }
  }

  private RunView play(Stage stage) {
    load(stage);
    screen.say("");
    screen.say(
        "Migrating "
            + Stage.SOURCE
            + " → "
            + Target.ENTRY
            + " ("
            + stage.target().description()
            + ") …");
    Migration migration = Migration.start(stage, screen, blobs);
    RunView run = migrate(stage, migration);
    long proved = run.counter("copied") + run.counter("skipped");
    if (!run.is("COMPLETED") || proved != blobs.size()) {
      throw new DemoFailure("the run should have copied or found all blobs, but is: " + run);
    }
    CounterTable.print(run, screen);
    readBack(stage);
    return run;
  }

  private RunView migrate(Stage stage, Migration migration) {
    if (!settings.outage() || !(stage.target() instanceof S3Target s3)) {
      return migration.watch();
    }
    Outage outage = new Outage(stage, s3, screen);
    outage.play(migration, blobs.size());
    RunView run = migration.watch();
    outage.proveUploads(blobs.size(), IN_FLIGHT);
    return run;
  }

  private void introduce(Stage stage) {
    CairnServer server = stage.server();
    screen.say("  application  " + server.url());
    for (Role role : Role.values()) {
      user(server.users().of(role));
    }
    screen.say("  console      " + server.managementUrl());
    user(server.users().administrator());
    screen.say("  log          " + server.logFile());
    if (settings.outage()) {
      screen.say(
          "  In this mode timeouts and retries are cut to seconds; with the defaults an outage is known within 45 s.");
    }
    screen.say("");
  }

  private void user(Credentials credentials) {
    screen.say(
        String.format(
            Locale.ROOT, "    user %-9s password %s", credentials.user(), credentials.password()));
  }

  private void load(Stage stage) {
    screen.say(
        String.format(
            Locale.ROOT,
            "Loading %,d blobs, %,d MB, from 0 bytes to %,d each …",
            blobs.size(),
            BlobWork.bytesOf(blobs) / 1_000_000,
            settings.largest()));
    CairnClient application = stage.client(Role.APPLICATION);
    new BlobWork(blobs)
        .run(
            blob -> requireSame(blob, application.putBlob(blob)),
            new ProgressBar(screen, "loaded"));
  }

  private void readBack(Stage stage) {
    screen.say("Reading every blob back from its new place …");
    CairnClient application = stage.client(Role.APPLICATION);
    new BlobWork(blobs)
        .run(
            blob -> {
              try (InputStream content = application.openBlob(hashOf(blob))) {
                requireSame(blob, SampleBlob.hash(content));
              }
            },
            new ProgressBar(screen, "compared"));
  }

  private void requireSame(SampleBlob blob, String hash) {
    if (!hashOf(blob).equals(hash)) {
      throw new DemoFailure(blob + " should have hash " + hashOf(blob) + " but has " + hash);
    }
  }

  private String hashOf(SampleBlob blob) {
    return hashes.computeIfAbsent(blob, SampleBlob::hash);
  }
}
