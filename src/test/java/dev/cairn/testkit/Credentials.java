package dev.cairn.testkit;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

/** A user name and its password; printing the record never shows the password. */
public record Credentials(String user, String password) {

  /** Invents a password of 128 random bits. */
  public static Credentials random(String user) {
    byte[] bits = new byte[16];
    new SecureRandom().nextBytes(bits);
    return new Credentials(user, Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
  }

  /** Returns the value of an {@code Authorization} header of scheme Basic. */
  public String basic() {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Override
  public String toString() {
    return user;
  }
}
