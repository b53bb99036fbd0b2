package dev.cairn.store.layer;

/**
 * Limits on what is asked of one backend, over all its users in this server. They may be changed at
 * any time.
 *
 * @param parallel most requests that wait for an answer; at least 1, default 128
 * @param requestsPerSecond most requests begun in a second; 0 = no limit, the default
 * @param bytesPerSecond most bytes of bodies in a second, both directions together; 0 = no limit,
 *     the default
 */
public record RequestLimits(int parallel, long requestsPerSecond, long bytesPerSecond) {

  /** 128 in parallel, nothing else. */
  public static final RequestLimits DEFAULT = new RequestLimits(128, 0, 0);

  /**
   * @throws IllegalArgumentException when a number is out of its bounds; the message names it
   */
  public RequestLimits {
    if (parallel < 1) {
      throw new IllegalArgumentException("parallel must be 1 or more, was " + parallel);
    }
    if (requestsPerSecond < 0 || bytesPerSecond < 0) {
      throw new IllegalArgumentException("a rate must be 0 or more");
    }
  }
}
