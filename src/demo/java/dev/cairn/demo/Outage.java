package dev.cairn.demo;

import dev.cairn.testkit.Answer;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.Poll;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.ServerOptions;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** The target falls silent in the middle of a migration and comes back later. */
final class Outage {
  private static final double WHEN = 0.4;
  private static final Duration UNTIL_MIDDLE = Duration.ofMinutes(1);

  private final Stage stage;
  private final S3Target target;
  private final Screen screen;

  Outage(Stage stage, S3Target target, Screen screen) {
    this.stage = stage;
    this.target = target;
    this.screen = screen;
  }

  /**
   * Shortens the server's patience, so that an outage is known within seconds instead of half a
   * minute.
   */
  static ServerOptions impatient(ServerOptions options) {
    return options
        .with("cairn.timeout.metadata-ms", "2000")
        .with("cairn.timeout.list-ms", "2000")
        .with("cairn.timeout.first-byte-ms", "2000")
        .with("cairn.timeout.stall-ms", "2000")
        .with("cairn.retry.max-elapsed-ms", "4000")
        .with("cairn.retry.base-ms", "100")
        .with("cairn.retry.cap-ms", "1000");
  }

  /** Plays it on a running migration, which goes on afterwards. */
  void play(Migration migration, int blobs) {
    awaitUploads((long) (blobs * WHEN));
    target.fallSilent();
    screen.say("  The target just went silent: connections stand, nothing answers.");
    RunView paused = migration.watch();
    if (!paused.is("PAUSED")) {
      throw new DemoFailure("the outage did not pause the run: " + paused);
    }
    screen.say("  Run      " + paused.status() + ", cause " + paused.cause());
    screen.say("  Reason   " + paused.errorMessage());
    showRefusal();
    screen.say("");
    target.comeBack();
    screen.say("The target is back; an operator resumes the run.");
    migration.resume();
  }

  private void awaitUploads(long wanted) {
    try {
      Poll.until(() -> target.uploads().size(), seen -> seen >= wanted, UNTIL_MIDDLE);
    } catch (TimeoutException e) {
      throw new DemoFailure("the migration uploads nothing: " + e.getMessage(), e);
    }
  }

  private void showRefusal() {
    CairnClient application = stage.client(Role.APPLICATION);
    byte[] content = "written during the outage".getBytes(StandardCharsets.UTF_8);
    Answer answer =
        application.send(
            application.request("/api/blobs").PUT(BodyPublishers.ofByteArray(content)));
    if (answer.status() != 503) {
      throw new DemoFailure("a write during the migration should be refused with 503: " + answer);
    }
    screen.say("  Header   X-Server-Status: " + answer.header("X-Server-Status").orElse("(none)"));
    screen.say(
        "  A write  is refused: 503 "
            + answer.problemCode()
            + ", Retry-After "
            + answer.header("Retry-After").orElse("(none)"));
  }

  /**
   * Proves that the target got every blob, and none twice but for those that were under way when it
   * fell silent.
   *
   * @param blobs how many there are
   * @param inFlight how many may have been under way
   */
  void proveUploads(int blobs, int inFlight) {
    Map<String, Integer> uploads = target.uploads();
    long again = uploads.values().stream().filter(count -> count > 1).count();
    screen.say(
        String.format(
            "  Uploads, counted at the target: %,d blobs once, %d again because their answer was lost (at most %d can be).",
            uploads.size() - again, again, inFlight));
    if (uploads.size() != blobs || again > inFlight) {
      throw new DemoFailure(
          "the uploads should be " + blobs + " with at most " + inFlight + " repeated");
    }
  }
}
