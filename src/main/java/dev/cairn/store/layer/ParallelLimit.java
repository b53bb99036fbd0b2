package dev.cairn.store.layer;

import java.util.concurrent.TimeUnit;

/**
 * How many requests may wait for an answer at a time. A provider that asks for less halves what is
 * in use; each answer while at least half of it is used raises it a little, by one for as many
 * answers as it allows. Thread-safe.
 *
 * <p>It is a brake, not a gate: whoever has waited for {@link #PATIENCE_SECONDS} goes anyway, so
 * that a few slow transfers never hold up everything.
 */
final class ParallelLimit {

  static final long PATIENCE_SECONDS = 10;

  private int most;
  private double limit;
  private int inUse;
  private long cuts;

  ParallelLimit(int most) {
    this.most = most;
    this.limit = most;
  }

  /** Sets the upper bound; what the provider's refusals have made of it stays, if it is lower. */
  synchronized void set(int newMost) {
    if (newMost != most) {
      limit = limit >= most ? newMost : Math.min(limit, newMost);
      most = newMost;
      notifyAll();
    }
  }

  /** The limit in force. */
  synchronized int inForce() {
    return (int) limit;
  }

  /**
   * Waits for room.
   *
   * @return pass it to {@link #release}
   * @throws InterruptedException when the thread is interrupted while it waits
   */
  synchronized long acquire() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    long left = deadline - System.nanoTime();
    while (inUse >= (int) limit && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = deadline - System.nanoTime();
    }
    inUse++;
    return cuts;
  }

  /**
   * A request was answered or failed.
   *
   * @param acquired what {@link #acquire} gave: requests that were under way at a cut bring about
   *     no second one
   * @param throttled whether the provider asked for fewer
   */
  synchronized void release(long acquired, boolean throttled) {
    if (throttled && acquired == cuts) {
      limit = Math.max(1, Math.min(limit, inUse) / 2);
      cuts++;
    } else if (!throttled && 2 * inUse >= (int) limit) {
      limit = Math.min(most, limit + 1 / limit);
    }
    inUse--;
    notifyAll();
  }
}
