package dev.cairn.demo;

import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.SampleBlob;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One run of the migration job, started and watched through the API. */
final class Migration {
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final CairnClient operator;
  private final Screen screen;
  private final long totalBlobs;
  private final long totalBytes;
  private final String run;

  private Migration(Stage stage, Screen screen, List<SampleBlob> blobs) {
    this.operator = stage.client(Role.OPERATOR);
    this.screen = screen;
    this.totalBlobs = blobs.size();
    this.totalBytes = BlobWork.bytesOf(blobs);
    this.run = operator.startRun("backend-migration", Map.of("target", Target.ENTRY));
  }

  static Migration start(Stage stage, Screen screen, List<SampleBlob> blobs) {
    return new Migration(stage, screen, blobs);
  }

  String run() {
    return run;
  }

  RunView view() {
    return operator.run(run);
  }

  /** Shows progress until the run is paused or has ended, and returns it. */
  RunView watch() {
    ProgressBar bar = new ProgressBar(screen, "migrated");
    RunView last =
        operator.awaitRun(
            run,
            view -> {
              bar.show(progress(view));
              return view.atRest();
            },
            LONGEST);
    bar.finish(progress(last));
    return last;
  }

  /** Lets a paused run go on. */
  void resume() {
    operator.resume(run).expect(202);
    operator.awaitRun(run, view -> !view.is("PAUSED"), LONGEST);
  }

  private Progress progress(RunView view) {
    long bytes = view.counter("bytesCopied") + view.counter("bytesSkipped");
    return new Progress(view.counter("scanned"), totalBlobs, bytes, totalBytes);
  }
}
