package dev.cairn.store.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.cairn.store.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a/b",
        ".gitignore",
        "a b",
        "...",
        "a/.cairn-root",
        "a/lost+found",
        "a\\b",
        "a:b*"
      })
  void aPlainPathIsAName(String key) {
    assertNull(LocalNames.refusal(key));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a",
        "a/",
        "a//b",
        ".",
        "..",
        "a/./b",
        "../a",
        "a/..",
        "a\0b",
        ".cairn-root",
        ".cairn-tmp/a",
        "lost+found/a"
      })
  void whatAFileSystemWouldChangeOrTheStoreNeedsIsRefused(String key) {
    assertNotNull(LocalNames.refusal(key));
  }

  @Test
  void aSegmentMayHave255BytesNotCharacters() {
    assertNull(LocalNames.refusal("n".repeat(255)));
    assertNotNull(LocalNames.refusal("n".repeat(256)));
    assertNotNull(LocalNames.refusal("\u00e9".repeat(128)));
  }

  @Test
  void textsSortLikeTheirBytes() {
    Random random = new Random(5);
    String alphabet = "a-/0z\u00e9\u0301\ud7ff\ue000\uffee";
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(4); j >= 0; j--) {
        if (random.nextInt(3) == 0) {
          text.appendCodePoint(0x1f600 + random.nextInt(3));
        } else {
          text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
      }
      texts.add(text.toString());
    }

    assertEquals(
        texts.stream().map(ObjectKey::new).sorted().map(ObjectKey::value).toList(),
        texts.stream().sorted(Utf8Order.COMPARATOR).toList());
  }
}
