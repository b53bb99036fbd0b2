package dev.cairn.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * First line and header fields of one HTTP/1.1 message, with the bytes they came in.
 *
 * @param bytes as received, with the empty line
 * @param first request or status line
 * @param fields header fields by lower-case name; repeated ones joined by a comma
 */
record HttpHead(byte[] bytes, String first, Map<String, String> fields) {

  private static final int LONGEST = 64 * 1024;

  /**
   * Reads a head.
   *
   * @return null when the stream ended before its first byte
   * @throws IOException when it ends in the middle of a head, or the head is too long
   */
  static @Nullable HttpHead read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    String first = readLine(in, bytes);
    if (first == null) {
      return null;
    }
    Map<String, String> fields = new TreeMap<>();
    while (true) {
      String line = readLine(in, bytes);
      if (line == null) {
        throw new EOFException("head without end");
      }
      if (line.isEmpty()) {
        return new HttpHead(bytes.toByteArray(), first, fields);
      }
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.merge(
            line.substring(0, colon).toLowerCase(Locale.ROOT),
            line.substring(colon + 1).strip(),
            (a, b) -> a + "," + b);
      }
    }
  }

  /**
   * Reads a line that ends in LF, appends its bytes, and returns it without its end.
   *
   * @return null when the stream ended before its first byte
   */
  static @Nullable String readLine(InputStream in, ByteArrayOutputStream bytes) throws IOException {
    int start = bytes.size();
    while (true) {
      int b = in.read();
      if (b < 0) {
        if (bytes.size() == start) {
          return null;
        }
        throw new EOFException("line without end");
      }
      bytes.write(b);
      if (b == '\n') {
        String line = bytes.toString(StandardCharsets.ISO_8859_1).substring(start);
        return line.substring(0, line.length() - (line.endsWith("\r\n") ? 2 : 1));
      }
      if (bytes.size() > LONGEST) {
        throw new IOException("head longer than " + LONGEST + " bytes");
      }
    }
  }

  /** The request that a request head asks for. */
  FaultProxy.Request request() {
    String[] words = first.split(" ", 3);
    return new FaultProxy.Request(words[0], words.length > 1 ? words[1] : "");
  }

  /** Status of a response head; 0 when it has none. */
  int status() {
    String[] words = first.split(" ", 3);
    return words.length > 1 && words[1].matches("[0-9]{3}") ? Integer.parseInt(words[1]) : 0;
  }

  boolean chunked() {
    return fields
        .getOrDefault("transfer-encoding", "")
        .toLowerCase(Locale.ROOT)
        .contains("chunked");
  }

  OptionalLong contentLength() {
    String value = fields.get("content-length");
    return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
  }

  boolean expectsContinue() {
    return fields.containsKey("expect");
  }
}
