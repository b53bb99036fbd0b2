package dev.cairn.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * What a {@link FaultProxy} does to traffic. Byte counts are bytes of the body as it is on the
 * wire, chunk framing included; a body that is shorter than the count passes unharmed.
 */
public sealed interface Fault {

  /** Everything passes. */
  Fault PASS = new Pass();

  /** The port is closed: connects are refused, connections are reset. For all traffic only. */
  Fault REFUSE = new Refuse();

  /**
   * Connects are never answered, because the port's queue is full; connections that exist fall
   * silent. For all traffic only.
   */
  Fault FULL_BACKLOG = new FullBacklog();

  /**
   * Connects succeed, and then nothing moves in either direction. When it is lifted, what was held
   * back goes on, as after a network partition.
   */
  Fault SILENT = new Silent();

  /**
   * The request reaches the server, which acts on it; the connection is reset when its answer
   * comes.
   */
  Fault LOSE_ANSWER = new LoseAnswer();

  /** See {@link #PASS}. */
  record Pass() implements Fault {}

  /** See {@link #REFUSE}. */
  record Refuse() implements Fault {}

  /** See {@link #FULL_BACKLOG}. */
  record FullBacklog() implements Fault {}

  /** See {@link #SILENT}. */
  record Silent() implements Fault {}

  /** See {@link #LOSE_ANSWER}. */
  record LoseAnswer() implements Fault {}

  /**
   * Resets both sides once so many bytes of a request's body have been passed on.
   *
   * @param afterBytes 0 or more
   */
  record ResetRequest(long afterBytes) implements Fault {}

  /**
   * Resets both sides once so many bytes of an answer's body have been passed on.
   *
   * @param afterBytes 0 or more
   */
  record ResetResponse(long afterBytes) implements Fault {}

  /**
   * Ends the connection in good order once so many bytes of an answer's body have been passed on:
   * the status was fine, the body is short.
   *
   * @param afterBytes 0 or more
   */
  record Truncate(long afterBytes) implements Fault {}

  /**
   * Lets bodies of both directions through in small pieces with a pause before each.
   *
   * @param bytes size of a piece, at least 1
   * @param pause before each piece, at least 1 ms
   */
  record Drip(int bytes, Duration pause) implements Fault {}

  /**
   * Answers in the server's place, for ever; the server sees nothing of such a request.
   *
   * @param status HTTP status
   * @param headers further headers; Content-Length is added
   * @param body of the answer; left out in answer to HEAD
   */
  record Answer(int status, Map<String, String> headers, String body) implements Fault {
    /** Copies the headers. */
    public Answer {
      headers = Map.copyOf(headers);
    }

    byte[] bytes(boolean head, boolean close) {
      byte[] content = body.getBytes(StandardCharsets.UTF_8);
      StringBuilder text = new StringBuilder("HTTP/1.1 ").append(status).append(" Fault\r\n");
      headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
      text.append("Content-Length: ").append(content.length).append("\r\n");
      text.append(close ? "Connection: close\r\n\r\n" : "\r\n");
      if (!head) {
        text.append(body);
      }
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  /** An answer without body or further headers. */
  static Fault answer(int status) {
    return new Answer(status, Map.of(), "");
  }

  /** True for the faults that concern a port rather than a request. */
  default boolean closesPort() {
    return this instanceof Refuse || this instanceof FullBacklog;
  }
}
