package dev.cairn.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text in HTTP header fields, in which providers carry metadata: ASCII travels as it is, other
 * values as one encoded word of RFC 2047 (UTF-8, base64), which is how S3 itself shows them. Pure.
 */
public final class HeaderText {

  private static final Pattern PLAIN = Pattern.compile("[\\x20-\\x7e]*");
  private static final Pattern ENCODED = Pattern.compile("=\\?UTF-8\\?B\\?([A-Za-z0-9+/=]*)\\?=");

  private HeaderText() {}

  /**
   * The header itself.
   *
   * @throws IllegalArgumentException when it holds other than printable ASCII
   */
  public static String requirePlain(String header) {
    if (!PLAIN.matcher(header).matches()) {
      throw new IllegalArgumentException("a content header must be printable ASCII");
    }
    return header;
  }

  /** As it is where it survives as a header; else as an encoded word. */
  public static String encode(String value) {
    boolean safe =
        PLAIN.matcher(value).matches() && value.equals(value.strip()) && !value.startsWith("=?");
    return safe
        ? value
        : "=?UTF-8?B?" + Base64.getEncoder().encodeToString(value.getBytes(UTF_8)) + "?=";
  }

  /** The inverse of {@link #encode}; what it never makes is left as it is. */
  public static String decode(String told) {
    Matcher word = ENCODED.matcher(told);
    if (!word.matches()) {
      return told;
    }
    try {
      return new String(Base64.getDecoder().decode(word.group(1)), UTF_8);
    } catch (IllegalArgumentException e) {
      return told; // looks like an encoded word and is none
    }
  }
}
