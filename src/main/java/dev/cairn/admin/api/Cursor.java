package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where the next page of a list begins. Opaque to clients: a kind and the last item's key. Pure.
 */
enum Cursor {
  /** After a run, by its id. */
  RUN("r:"),
  /** After a finding, by its number. */
  FINDING("f:");

  private static final int LONGEST = 200;
  private final String prefix;

  Cursor(String prefix) {
    this.prefix = prefix;
  }

  /** The cursor behind an item. */
  String encode(String key) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((prefix + key).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The key of the item that the page begins behind; null when no cursor was given.
   *
   * @throws dev.cairn.admin.api.problem.ProblemException when it is no cursor of this kind
   */
  @Nullable String decode(@Nullable String after) {
    if (after == null || after.isEmpty()) {
      return null;
    }
    if (after.length() <= LONGEST) {
      try {
        String text = new String(Base64.getUrlDecoder().decode(after), StandardCharsets.UTF_8);
        if (text.startsWith(prefix)) {
          return text.substring(prefix.length());
        }
      } catch (IllegalArgumentException e) {
        throw wrong();
      }
    }
    throw wrong();
  }

  /** As {@link #decode}, for keys that are numbers; 0 when no cursor was given. */
  long decodeNumber(@Nullable String after) {
    String key = decode(after);
    if (key == null) {
      return 0;
    }
    if (!key.matches("[0-9]{1,18}")) {
      throw wrong();
    }
    return Long.parseLong(key);
  }

  private static RuntimeException wrong() {
    return Problem.of(
            ProblemCode.INVALID_PARAMETER,
            "after: must be the value of 'next' of the page before, unchanged")
        .about("after")
        .exception();
  }
}
