package dev.cairn.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An HTTP answer, held in memory. */
public record Answer(int status, HttpHeaders headers, byte[] body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns the body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Returns the body as a tree; a missing node when it is empty. */
  public JsonNode json() {
    return tree(text());
  }

  /** Returns the first value of a header. */
  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** Returns the {@code code} of a problem document; empty when the answer is none. */
  public String problemCode() {
    return status < 400 ? "" : json().path("code").asText();
  }

  /**
   * Returns the state that the server reports with every answer of its API; a missing node where it
   * does not.
   */
  public JsonNode serverStatus() {
    return tree(header("X-Server-Status").orElse(""));
  }

  /** Returns this answer when its status is among the expected ones. */
  public Answer expect(int... expected) {
    for (int one : expected) {
      if (status == one) {
        return this;
      }
    }
    throw new UnexpectedAnswerException(this);
  }

  @Override
  public String toString() {
    return status + " " + text();
  }

  private static JsonNode tree(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
