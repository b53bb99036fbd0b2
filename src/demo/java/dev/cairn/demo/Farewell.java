package dev.cairn.demo;

import dev.cairn.testkit.RunView;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Says where to look next, and leaves the server up where that was wanted. */
final class Farewell {
  private final DemoSettings settings;
  private final Stage stage;
  private final Screen screen;

  Farewell(DemoSettings settings, Stage stage, Screen screen) {
    this.settings = settings;
    this.stage = stage;
    this.screen = screen;
  }

  void say(RunView run) {
    screen.say("");
    if (!settings.keep()) {
      suggest();
    } else if (stage.target() instanceof S3Target) {
      lookAround(run);
      screen.say("  Press Enter to stop the server and the S3 server.");
      awaitEnter();
    } else {
      long pid = stage.server().pid();
      lookAround(run);
      stage.leaveRunning();
      screen.say("  Stop it with: kill " + pid);
    }
  }

  private void suggest() {
    screen.say("Where to look next");
    screen.say("  ./mvnw -Pdemo -Ddemo.outage     the target falls silent in the middle");
    screen.say("  ./mvnw -Pdemo -Ddemo.target=s3  the target is an S3 bucket");
    screen.say("  ./mvnw -Pdemo -Ddemo.keep       the server stays up: API, console, log");
    screen.say("  README.md, docs/                what Cairn does and how to run it");
  }

  private void lookAround(RunView run) {
    screen.say("The server stays up; users and passwords stand above.");
    screen.say("  curl -u operator " + stage.server().url() + "/api/admin/runs/" + run.id());
    screen.say(
        "  " + stage.server().managementUrl() + "/console   Runtime → server → Monitor → Batch");
  }

  private static void awaitEnter() {
    try {
      int pressed = System.in.read();
      while (pressed != '\n' && pressed >= 0) {
        pressed = System.in.read();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
