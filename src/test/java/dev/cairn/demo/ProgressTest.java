package dev.cairn.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final Progress NOTHING = new Progress(0, 100, 0, 1_000_000_000);
  private static final Progress HALF = new Progress(50, 100, 500_000_000, 1_000_000_000);

  @Test
  void lineShowsBarBlobsRateAndNote() {
    String line = HALF.line("copied", NOTHING, Duration.ofSeconds(5), "ETA 5 s");
    assertEquals(
        "  copied    [###############---------------]  50 %  50/100 blobs  100.0 MB/s  ETA 5 s",
        line);
  }

  @Test
  void timeLeftFollowsThePaceSinceTheBarBegan() {
    assertEquals("ETA 5 s", HALF.timeLeft(NOTHING, Duration.ofSeconds(5)));
    Progress threeQuarters = new Progress(75, 100, 750_000_000, 1_000_000_000);
    assertEquals("ETA 10 s", threeQuarters.timeLeft(HALF, Duration.ofSeconds(10)));
    assertEquals("", NOTHING.timeLeft(NOTHING, Duration.ofSeconds(5)));
  }

  @Test
  void barIsNotFullBeforeBlobsAndBytesAre() {
    assertEquals(0.5, new Progress(100, 100, 500_000_000, 1_000_000_000).fraction());
    assertEquals(0.5, new Progress(50, 100, 1_000_000_000, 1_000_000_000).fraction());
  }

  @Test
  void linesComeSparselyWhereNothingCanBeDrawnOver() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Screen screen = new Screen(out, false);
    for (int i = 0; i < 100; i++) {
      screen.draw("drawn");
    }
    screen.say("said");
    assertEquals("said", bytes.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void terminalDrawsOverTheLineBefore() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Screen screen = new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), true);
    screen.draw("one");
    screen.draw("two");
    screen.say("said");
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(text.startsWith("\r\u001b[Kone\r\u001b[Ktwo\r\u001b[Ksaid"), text);
  }
}
