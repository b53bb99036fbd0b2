package dev.cairn.store.layer;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.HeadCheck;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreOperation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Puts the layers in front of a backend, in the one order in which they are right: {@code
 * Encrypted(Retrying(Admitted(Timeout(backend))))}. Every store of the application is wired here,
 * whatever it is used for. Thread-safe.
 */
public final class StoreChain {

  private static final Logger LOG = Logger.getLogger(StoreChain.class);

  private final Timeouts timeouts;
  private final TimedCalls timedCalls;
  private final GuardedCalls.Surroundings surroundings;
  private final Map<String, Admission> admissions = new ConcurrentHashMap<>();

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
    BlobStore single = single(entry, backend);
    GuardedCalls calls = new GuardedCalls(entry, policy, surroundings);
    return new Chain(new RetryingBlobStore(entry, single, calls), single, calls);
  }

  /** Wires a store whose objects are encrypted. */
  public ChainedStore wire(
      String entry, BlobStore backend, RetryPolicy policy, EncryptionKeys keys) {
    BlobStore single = single(entry, backend);
    GuardedCalls calls = new GuardedCalls(entry, policy, surroundings);
    return new EncryptedChain(
        new EncryptingBlobStore(entry, new RetryingBlobStore(entry, single, calls), keys),
        new EncryptingBlobStore(entry, single, keys),
        calls);
  }

  private BlobStore single(String entry, BlobStore backend) {
    return new AdmittedBlobStore(
        new TimeoutBlobStore(entry, backend, timeouts, timedCalls), admission(entry));
  }

  private Admission admission(String entry) {
    return admissions.computeIfAbsent(
        entry, name -> new Admission(name, surroundings.time(), Admission.Sleep.REAL));
  }

  /** Changes the limits of an entry, from the next request or byte on. */
  public void limit(String entry, RequestLimits limits) {
    admission(entry).limit(limits);
  }

  /**
   * Requests to an entry that may wait for an answer at a time: the limit, lowered by what the
   * provider has refused.
   */
  public int parallelInForce(String entry) {
    return admission(entry).parallelInForce();
  }

  /**
   * Threads that are still inside calls which were given up, over all stores wired here. More than
   * a few for long means that a backend hangs in a way that no interrupt ends.
   */
  public int stuckThreads() {
    return timedCalls.leftBehind();
  }

  private static class Chain extends ForwardingBlobStore implements ChainedStore {
    private final BlobStore single;
    private final GuardedCalls calls;

    Chain(BlobStore whole, BlobStore single, GuardedCalls calls) {
      super(whole);
      this.single = single;
      this.calls = calls;
    }

    @Override
    public BlobStore singleAttempt() {
      return new SingleAttempt(single);
    }

    @Override
    public HeadCheck headCheck(ObjectKey key) {
      return stat(key).isPresent() ? HeadCheck.MATCH : HeadCheck.ABSENT;
    }

    @Override
    public <T extends @Nullable Object> T guarded(
        StoreOperation operation, ObjectKey key, Supplier<T> attempt) {
      return calls.run(operation, key, attempt);
    }
  }

  private static final class EncryptedChain extends Chain {
    private final EncryptingBlobStore encrypting;

    EncryptedChain(EncryptingBlobStore encrypting, BlobStore single, GuardedCalls calls) {
      super(encrypting, single, calls);
      this.encrypting = encrypting;
    }

    @Override
    public HeadCheck headCheck(ObjectKey key) {
      return encrypting.headCheck(key);
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
