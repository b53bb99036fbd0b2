package dev.cairn.store;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields Range and Content-Range (RFC 9110, sections 14.2 and 14.4). Pure. */
public final class ContentRange {

  private static final Pattern ANSWERED =
      Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

  private ContentRange() {}

  /** The field that asks for a range; without an end where that would not be a number. */
  public static String header(ByteRange range) {
    boolean endless = range.length() - 1 > Long.MAX_VALUE - range.offset();
    String last = endless ? "" : Long.toString(range.offset() + range.length() - 1);
    return "bytes=" + range.offset() + "-" + last;
  }

  /**
   * Size of the whole object.
   *
   * @param contentRange what the server says of the range it sends, or null
   * @param contentLength number of bytes it sends
   * @return empty when that is not the range asked for, cut at the end of the object
   */
  public static OptionalLong objectSize(
      ByteRange asked, @Nullable String contentRange, long contentLength) {
    Matcher told = ANSWERED.matcher(contentRange == null ? "" : contentRange);
    if (!told.matches()) {
      return OptionalLong.empty();
    }
    long first = Long.parseLong(told.group(1));
    long last = Long.parseLong(told.group(2));
    long size = Long.parseLong(told.group(3));
    boolean asAsked =
        first == asked.offset()
            && contentLength == last - first + 1
            && contentLength == Math.min(asked.length(), size - first);
    return asAsked ? OptionalLong.of(size) : OptionalLong.empty();
  }
}
