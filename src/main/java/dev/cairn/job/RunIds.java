package dev.cairn.job;

import java.security.SecureRandom;
import java.time.Instant;

/**
 * Makes run ids: 48 bits of time and 80 random ones in Crockford's base 32, so that ids sort by
 * time. Thread-safe.
 */
final class RunIds {
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int TIME_CHARS = 10;
  private static final int RANDOM_CHARS = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private RunIds() {}

  static String next(Instant now) {
    char[] id = new char[TIME_CHARS + RANDOM_CHARS];
    long time = now.toEpochMilli();
    for (int i = TIME_CHARS - 1; i >= 0; i--) {
      id[i] = ALPHABET.charAt((int) (time & 31));
      time >>>= 5;
    }
    for (int i = 0; i < RANDOM_CHARS; i++) {
      id[TIME_CHARS + i] = ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length()));
    }
    return new String(id);
  }
}
