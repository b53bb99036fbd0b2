package dev.cairn.store.layer;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreOperation;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Puts the layers in front of a backend, in the one order in which they are right: {@code
 * Retrying(Timeout(backend))}. Every store of the application is wired here, whatever it is used
 * for. Thread-safe.
 */
public final class StoreChain {

  private static final Logger LOG = Logger.getLogger(StoreChain.class);

  private final Timeouts timeouts;
  private final TimedCalls timedCalls;
  private final GuardedCalls.Surroundings surroundings;

  /**
   * @param timeouts bounds on single attempts
   * @param io runs the attempts, each on a thread of its own; it must start threads without a limit
   *     and must not queue (a cached pool of daemon threads), because a call that hangs keeps its
   *     thread. The caller shuts it down
   * @param time clocks
   * @param random source of jitter; thread-safe
   */
  public StoreChain(
      Timeouts timeouts, ExecutorService io, TimeSource time, RandomGenerator random) {
    this(
        timeouts,
        io,
        new GuardedCalls.Surroundings(time, random, GuardedCalls.Waiting.SLEEP, LOG::warn));
  }

  StoreChain(Timeouts timeouts, ExecutorService io, GuardedCalls.Surroundings surroundings) {
    this.timeouts = timeouts;
    this.timedCalls = new TimedCalls(io, surroundings.time());
    this.surroundings = surroundings;
  }

  /**
   * Wires a store.
   *
   * @param entry name of the entry, as failures give it
   * @param backend the backend itself, without layers or retries of its own; closed with the chain
   * @param policy attempts and waits
   */
  public ChainedStore wire(String entry, BlobStore backend, RetryPolicy policy) {
    BlobStore timed = new TimeoutBlobStore(entry, backend, timeouts, timedCalls);
    return new Chain(entry, timed, new GuardedCalls(entry, policy, surroundings));
  }

  /**
   * Threads that are still inside calls which were given up, over all stores wired here. More than
   * a few for long means that a backend hangs in a way that no interrupt ends.
   */
  public int stuckThreads() {
    return timedCalls.leftBehind();
  }

  private static final class Chain extends ForwardingBlobStore implements ChainedStore {
    private final BlobStore timed;
    private final GuardedCalls calls;

    Chain(String entry, BlobStore timed, GuardedCalls calls) {
      super(new RetryingBlobStore(entry, timed, calls));
      this.timed = timed;
      this.calls = calls;
    }

    @Override
    public BlobStore singleAttempt() {
      return new SingleAttempt(timed);
    }

    @Override
    public <T extends @Nullable Object> T guarded(
        StoreOperation operation, ObjectKey key, Supplier<T> attempt) {
      return calls.run(operation, key, attempt);
    }
  }

  /** A view on a store; closing it does nothing. */
  private static final class SingleAttempt extends ForwardingBlobStore {
    SingleAttempt(BlobStore timed) {
      super(timed);
    }

    @Override
    public void close() {
      // belongs to the chain
    }
  }
}
