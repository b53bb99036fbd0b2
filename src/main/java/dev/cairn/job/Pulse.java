package dev.cairn.job;

import dev.cairn.catalog.UploadSweeper;
import jakarta.annotation.PreDestroy;
import jakarta.batch.runtime.BatchStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Everything that happens by the clock: signs of life, a look at the engine for stops that reach no
 * blocked thread, the supervisor's comparison, the status board, the sweep of uploads. It beats on
 * threads of its own: the server's scheduler runs nothing while the server is suspended, which is
 * when runs must be stopped and leases kept. Thread-safe.
 */
@ApplicationScoped
public class Pulse {
  private static final Logger LOG = Logger.getLogger(Pulse.class);
  private static final long POLL_MILLIS = 400;
  private static final long BOARD_MILLIS = 1000;
  private static final long SWEEP_MILLIS = 20_000;
  private static final long SUPERVISE_MILLIS = 10_000;

  private static final int THREADS = 4;

  private @Inject Engine engine;
  private @Inject LiveRuns live;
  private @Inject RunStore store;
  private @Inject Supervisor supervisor;
  private @Inject StatusBoard board;
  private @Inject UploadSweeper sweeper;
  private @Inject RunTimings timings;

  private final ScheduledExecutorService scheduler =
      Executors.newScheduledThreadPool(THREADS, Pulse::thread);
  private long sinceSupervised;

  /** The engine is found by the context class loader. */
  private static Thread thread(Runnable beats) {
    Thread thread = new Thread(beats, "cairn-pulse");
    thread.setDaemon(true);
    thread.setContextClassLoader(Pulse.class.getClassLoader());
    return thread;
  }

  /** Begins to beat. */
  public void start() {
    every(POLL_MILLIS, this::poll);
    every(BOARD_MILLIS, board::refresh);
    every(SWEEP_MILLIS, sweeper::sweep);
    every(timings.heartbeat().toMillis(), this::heartbeat);
  }

  private void every(long millis, Runnable task) {
    var unused =
        scheduler.scheduleWithFixedDelay(
            () -> guarded(task), millis, millis, TimeUnit.MILLISECONDS);
  }

  /** One failure must not end all beats. */
  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.warnf("a periodic task failed and is tried again: %s", e);
      LOG.debug("details", e);
    }
  }

  private void poll() {
    for (LiveRun run : live.all()) {
      BatchStatus status = engine.status(run.executionId()).orElse(BatchStatus.STARTED);
      if (status == BatchStatus.STOPPING || status == BatchStatus.STOPPED) {
        run.signal().raise();
      }
    }
    sinceSupervised += POLL_MILLIS;
    if (supervisor.takeWake() || sinceSupervised >= SUPERVISE_MILLIS) {
      sinceSupervised = 0;
      supervisor.tick();
    }
  }

  private void heartbeat() {
    List<String> runs = live.all().stream().map(LiveRun::runId).toList();
    if (!runs.isEmpty()) {
      store.heartbeat(runs, timings.lease());
    }
  }

  @PreDestroy
  void stop() {
    scheduler.shutdownNow();
  }
}
