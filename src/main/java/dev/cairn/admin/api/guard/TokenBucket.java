package dev.cairn.admin.api.guard;

/**
 * Lets so many requests a second pass, and as many at once after a rest. Thread-safe.
 *
 * <p>Time is given, in nanoseconds of any origin; going back counts as standing still.
 */
final class TokenBucket {
  private static final double NANOS = 1e9;

  private final int perSecond;
  private double tokens;
  private long last;

  /**
   * A full bucket.
   *
   * @param perSecond tokens a second, and most tokens
   * @param now time
   */
  TokenBucket(int perSecond, long now) {
    this.perSecond = perSecond;
    this.tokens = perSecond;
    this.last = now;
  }

  /**
   * Takes a token.
   *
   * @return 0 when it was there, else nanoseconds until there will be one
   */
  synchronized long take(long now) {
    long passed = Math.max(0, now - last);
    last = Math.max(last, now);
    tokens = Math.min(perSecond, tokens + passed * perSecond / NANOS);
    if (tokens >= 1) {
      tokens--;
      return 0;
    }
    return (long) Math.ceil((1 - tokens) / perSecond * NANOS);
  }
}
