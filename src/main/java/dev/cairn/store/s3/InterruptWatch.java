package dev.cairn.store.s3;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/**
 * Makes interrupts work where the client does not hear them: a thread that waits for a socket is
 * not woken by an interrupt, so a thread of this class looks for interrupted waiters and aborts
 * their requests, which closes the socket.
 *
 * <p>Thread-safe.
 */
final class InterruptWatch implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(InterruptWatch.class);
  private static final long TICK_NANOS = Duration.ofMillis(100).toNanos();

  /** One thread's wait; closed when it is over. */
  final class Wait implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final Runnable abort;

    private Wait(Runnable abort) {
      this.abort = abort;
    }

    @Override
    public void close() {
      waits.remove(this);
    }
  }

  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  InterruptWatch(String name) {
    Thread thread = new Thread(this::watch, "s3-interrupts-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Watches the calling thread until the result is closed. */
  Wait begin(Runnable abort) {
    Wait wait = new Wait(abort);
    waits.add(wait);
    return wait;
  }

  private void watch() {
    while (!closed) {
      for (Wait wait : waits) {
        if (wait.thread.isInterrupted() && waits.remove(wait)) {
          abort(wait);
        }
      }
      LockSupport.parkNanos(TICK_NANOS);
    }
  }

  private static void abort(Wait wait) {
    try {
      wait.abort.run();
    } catch (RuntimeException e) {
      LOG.debugf(e, "a request of %s could not be aborted", wait.thread.getName());
    }
  }

  /** Ends the watching thread. */
  @Override
  public void close() {
    closed = true;
  }
}
