package dev.cairn.admin.api;

import dev.cairn.store.ByteRange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a Range header asks for (RFC 9110, 14.1 and 14.2): one range of bytes. Several ranges,
 * another unit and wrong syntax are ignored, as the RFC allows: the whole is sent then. Pure.
 */
final class RangeHeader {
  private static final Pattern SINGLE =
      Pattern.compile("bytes=[ \\t]*([0-9]*)-([0-9]*)[ \\t]*", Pattern.CASE_INSENSITIVE);
  private static final int SAFE_DIGITS = 18;

  private RangeHeader() {}

  /** What is to be sent. */
  sealed interface Selection {}

  /** Everything. */
  record Whole() implements Selection {}

  /**
   * A part.
   *
   * @param range inside the object
   */
  record Part(ByteRange range) implements Selection {
    /** Value of Content-Range for an object of this size. */
    String contentRange(long size) {
      return "bytes " + range.offset() + '-' + (range.offset() + range.length() - 1) + '/' + size;
    }
  }

  /** Nothing: the range lies outside. */
  record Unsatisfiable() implements Selection {}

  /**
   * Decides.
   *
   * @param range value of Range, or null
   * @param ifRange value of If-Range, or null
   * @param tag strong tag of the object
   * @param size bytes of the object
   */
  static Selection select(@Nullable String range, @Nullable String ifRange, String tag, long size) {
    if (range == null || (ifRange != null && !ifRange.strip().equals(tag))) {
      return new Whole();
    }
    Matcher single = SINGLE.matcher(range.strip());
    if (!single.matches()) {
      return new Whole();
    }
    String first = single.group(1);
    String last = single.group(2);
    if (first.isEmpty()) {
      return last.isEmpty() ? new Whole() : suffix(number(last), size);
    }
    long from = number(first);
    long to = last.isEmpty() ? Long.MAX_VALUE : number(last);
    if (to < from) {
      return new Whole();
    }
    return from >= size
        ? new Unsatisfiable()
        : new Part(new ByteRange(from, Math.min(to, size - 1) - from + 1));
  }

  private static Selection suffix(long length, long size) {
    long sent = Math.min(length, size);
    return sent == 0 ? new Unsatisfiable() : new Part(new ByteRange(size - sent, sent));
  }

  /** The number; one that no object can reach when it has too many digits. */
  private static long number(String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    return significant.length() > SAFE_DIGITS ? Long.MAX_VALUE : Long.parseLong(significant);
  }
}
