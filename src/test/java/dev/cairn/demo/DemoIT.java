package dev.cairn.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.demo.DemoSettings.TargetKind;
import dev.cairn.testkit.RunView;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The demo as a newcomer sees it, with fewer and smaller blobs. */
class DemoIT {
  private static final int BLOBS = 300;
  private static final long LARGEST = 2L << 20;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void localDemoCopiesEveryBlobAndReadsItBack() {
    RunView run = play(new DemoSettings(TargetKind.LOCAL, false, false, BLOBS, LARGEST));
    assertEquals(BLOBS, run.counter("scanned"));
    assertEquals(BLOBS, run.counter("copied"));
    assertTrue(text().contains("Where to look next"), this::text);
  }

  @Test
  void outageDemoShowsWhyTheRunPausedAndThatNothingWasLostOrCopiedTwice() {
    RunView run = play(new DemoSettings(TargetKind.S3, true, false, BLOBS, LARGEST));
    assertEquals(BLOBS, run.counter("scanned"));
    assertEquals("", run.errorMessage());
    assertTrue(text().contains("PAUSED"), this::text);
    assertTrue(text().contains("X-Server-Status"), this::text);
    assertTrue(text().contains("counted at the target"), this::text);
  }

  private RunView play(DemoSettings settings) {
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return new Demo(settings, new Screen(out, false)).run();
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }
}
