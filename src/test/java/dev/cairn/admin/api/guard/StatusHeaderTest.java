package dev.cairn.admin.api.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.job.RunStatus;
import dev.cairn.job.StatusBoard;
import org.junit.jupiter.api.Test;

class StatusHeaderTest {
  @Test
  void pausedMigrationIsToldInOneLine() {
    StatusBoard.Status status =
        new StatusBoard.Status(
            true,
            "backend-migration",
            "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            RunStatus.PAUSED,
            "UNAVAILABLE",
            41,
            "a reason that stays inside");
    assertEquals(
        "{\"readonly\":true,\"holder\":\"backend-migration\",\"run\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\","
            + "\"status\":\"PAUSED\",\"cause\":\"UNAVAILABLE\",\"percent\":41}",
        StatusHeader.of(status).value());
  }

  @Test
  void quietServerSaysOnlyThatItTakesWrites() {
    StatusBoard.Status status = new StatusBoard.Status(false, null, null, null, null, null, null);
    assertEquals("{\"readonly\":false}", StatusHeader.of(status).value());
  }

  @Test
  void headerIsAsciiWhateverStandsInIt() {
    StatusHeader header = new StatusHeader(true, "jöb\r\n", null, null, null, null);
    assertEquals("{\"readonly\":true,\"holder\":\"j\\u00F6b\\r\\n\"}", header.value());
  }
}
