package dev.cairn.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
  private static final String HEAD = "| key | default | what |\n|---|---|---|\n";

  @Test
  void thePageListsEveryKeyAsTheCodeDeclaresIt() throws IOException {
    String page = Files.readString(Path.of("docs/configuration.md"));
    String table = page.substring(page.indexOf(HEAD));
    assertEquals(expected(), table.substring(0, Math.min(table.length(), expected().length())));
  }

  private static String expected() {
    return HEAD
        + Setting.ALL.stream()
            .map(
                s -> "| `" + s.key() + "` | " + shown(s.defaultValue()) + " | " + s.help() + " |\n")
            .collect(Collectors.joining());
  }

  private static String shown(String value) {
    return value.isEmpty() ? "–" : "`" + value + "`";
  }
}
