package dev.cairn.migration;

import java.util.concurrent.Semaphore;

/**
 * The memory that all copies of this server may use together. A blob waits for its share; one that
 * needs more than all of it takes all of it. Thread-safe.
 */
public final class TransferBudget {
  private static final int UNIT = 4096;

  private final Semaphore units;
  private final int total;

  /**
   * @param bytes memory in all, rounded down to 4 KiB, at least 4 KiB
   */
  public TransferBudget(long bytes) {
    this.total = (int) Math.max(1, Math.min(Integer.MAX_VALUE, bytes / UNIT));
    this.units = new Semaphore(total, true);
  }

  /** Bytes in all. */
  public long bytes() {
    return (long) total * UNIT;
  }

  /**
   * Waits for so many bytes.
   *
   * @return the share; close it when the memory is free again
   * @throws InterruptedException when the thread is interrupted while it waits
   */
  Share take(long bytes) throws InterruptedException {
    int wanted = (int) Math.max(1, Math.min(total, (bytes + UNIT - 1) / UNIT));
    units.acquire(wanted);
    return () -> units.release(wanted);
  }

  /** Memory that was taken. */
  @FunctionalInterface
  interface Share extends AutoCloseable {
    @Override
    void close();
  }
}
