package dev.cairn.outcome;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The flag by which all threads of a run learn that they must come to an end. It is raised once and
 * never lowered: a resumed run has a new one. Thread-safe.
 */
public final class StopSignal {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile boolean raised;

  /** Raises the flag and wakes every thread that waits here. */
  public void raise() {
    lock.lock();
    try {
      raised = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** True once raised. */
  public boolean raised() {
    return raised;
  }

  /**
   * Waits until the flag is raised.
   *
   * @return true when it was raised within the time
   * @throws InterruptedException when the thread is interrupted
   */
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    lock.lock();
    try {
      long left = unit.toNanos(time);
      while (!raised && left > 0) {
        left = changed.awaitNanos(left);
      }
      return raised;
    } finally {
      lock.unlock();
    }
  }
}
