package dev.cairn.migration;

import dev.cairn.catalog.Registry;
import dev.cairn.outcome.StopSignal;
import dev.cairn.outcome.StoppedException;
import dev.cairn.store.ChainedStore;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One segment of a migration: the stores it has open and the epoch it works under. Closed when the
 * segment ends. Thread-safe.
 */
public final class MigrationSession implements AutoCloseable {
  private static final long POLL_MILLIS = 50;

  private final String runId;
  private final long epoch;
  private final MigrationSettings settings;
  private final StopSignal signal;
  private final ChainedStore source;
  private final ChainedStore target;
  private final Copier copier;
  private final Tools tools;

  /**
   * What every session of this server shares.
   *
   * @param registry registry
   * @param ledger ledger
   * @param budget memory of all copies together
   * @param executor runs the copies
   */
  public record Tools(
      Registry registry, Ledger ledger, TransferBudget budget, ExecutorService executor) {}

  MigrationSession(
      String runId,
      long epoch,
      MigrationSettings settings,
      StopSignal signal,
      Stores stores,
      Tools tools) {
    this.runId = runId;
    this.epoch = epoch;
    this.settings = settings;
    this.signal = signal;
    this.source = stores.source();
    this.target = stores.target();
    this.tools = tools;
    this.copier = new Copier(source, target, settings.verify(), tools.budget());
  }

  /**
   * The two ends.
   *
   * @param source from
   * @param target to
   */
  record Stores(ChainedStore source, ChainedStore target) {}

  /** Run it belongs to. */
  public String runId() {
    return runId;
  }

  /** Epoch under which it writes. */
  public long epoch() {
    return epoch;
  }

  /** What the operator chose. */
  public MigrationSettings settings() {
    return settings;
  }

  /** Flag that ends it. */
  public StopSignal signal() {
    return signal;
  }

  ChainedStore source() {
    return source;
  }

  ChainedStore target() {
    return target;
  }

  Copier copier() {
    return copier;
  }

  Registry registry() {
    return tools.registry();
  }

  Ledger ledger() {
    return tools.ledger();
  }

  /**
   * Calls a store on a thread of its own and waits for the answer or the flag, whichever comes
   * first. The caller's thread is never interrupted and may use the database; the call must not: an
   * interrupt would close H2's file.
   *
   * @throws StoppedException when the flag was raised first; the call was interrupted then
   */
  <T> T call(Callable<T> storeCall) {
    Future<T> future = tools.executor().submit(storeCall);
    while (true) {
      try {
        return future.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (signal.raised()) {
          future.cancel(true);
          throw new StoppedException();
        }
      } catch (ExecutionException e) {
        throw unwrapped(e);
      } catch (InterruptedException e) {
        future.cancel(true);
        Thread.currentThread().interrupt();
        throw new StoppedException();
      }
    }
  }

  private static RuntimeException unwrapped(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("a call of a store failed", e.getCause());
  }

  CopyWindow newWindow() {
    return new CopyWindow(copier, tools.executor(), signal, settings.parallel());
  }

  @Override
  public void close() {
    source.close();
    target.close();
  }
}
