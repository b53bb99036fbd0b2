package dev.cairn.testkit;

import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreOperation;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails by a script: faults are queued per operation, each call uses up one, and calls
 * without a fault go through to the store below. Counts calls. Thread-safe.
 */
public final class FaultyBlobStore implements BlobStore {

  /** What goes wrong with one call. Each part does nothing unless it is overridden. */
  public interface Fault {
    /** Runs before the call goes through; what it throws is the call's failure. */
    default void before() {}

    /** Runs after the call went through: what it throws loses the answer. */
    default void after() {}

    /** Changes the body of a read. */
    default InputStream body(InputStream body) {
      return body;
    }
  }

  /** Fails instead of doing anything. */
  public static Fault failing(Supplier<? extends RuntimeException> failure) {
    return new Fault() {
      @Override
      public void before() {
        throw failure.get();
      }
    };
  }

  /** Does something first, such as letting a clock pass, then goes through. */
  public static Fault first(Runnable action) {
    return new Fault() {
      @Override
      public void before() {
        action.run();
      }
    };
  }

  /** Goes through and loses the answer. */
  public static Fault losingAnswer(Supplier<? extends RuntimeException> failure) {
    return new Fault() {
      @Override
      public void after() {
        throw failure.get();
      }
    };
  }

  /** Hangs until {@code released}, whatever interrupts the thread, then goes through. */
  public static Fault hanging(BooleanSupplier released) {
    return first(() -> hang(released));
  }

  /** Gives some bytes of the body and then does something instead of giving more. */
  public static Fault cutAfter(long bytes, Runnable action) {
    return new Fault() {
      @Override
      public InputStream body(InputStream body) {
        return new CutStream(body, bytes, action);
      }
    };
  }

  /** Waits without reacting to interrupts, as a call on a dead mount does. */
  public static void hang(BooleanSupplier released) {
    boolean interrupted = false;
    while (!released.getAsBoolean()) {
      interrupted |= Thread.interrupted();
      LockSupport.parkNanos(1_000_000);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static final Fault NONE = new Fault() {};

  private final BlobStore below;
  private final Map<StoreOperation, Deque<Fault>> script = new EnumMap<>(StoreOperation.class);
  private final Map<StoreOperation, Integer> calls = new EnumMap<>(StoreOperation.class);

  /**
   * @param below does what no fault prevents
   */
  public FaultyBlobStore(BlobStore below) {
    this.below = below;
  }

  /** Queues faults for the next calls of an operation. */
  public synchronized FaultyBlobStore next(StoreOperation operation, Fault... faults) {
    script.computeIfAbsent(operation, o -> new ArrayDeque<>()).addAll(List.of(faults));
    return this;
  }

  /** Queues the same fault for so many calls. */
  public FaultyBlobStore next(int times, StoreOperation operation, Fault fault) {
    for (int i = 0; i < times; i++) {
      next(operation, fault);
    }
    return this;
  }

  /** Calls of an operation so far. */
  public synchronized int calls(StoreOperation operation) {
    return calls.getOrDefault(operation, 0);
  }

  private synchronized Fault take(StoreOperation operation) {
    calls.merge(operation, 1, Integer::sum);
    Deque<Fault> faults = script.get(operation);
    Fault fault = faults == null ? null : faults.poll();
    return fault == null ? NONE : fault;
  }

  private <T extends @Nullable Object> T run(StoreOperation operation, Supplier<T> call) {
    Fault fault = take(operation);
    fault.before();
    T result = call.get();
    fault.after();
    return result;
  }

  @Override
  public StoreDescription describe() {
    return below.describe();
  }

  @Override
  public void initialize() {
    run(
        StoreOperation.INITIALIZE,
        () -> {
          below.initialize();
          return true;
        });
  }

  @Override
  public Optional<ObjectInfo> stat(ObjectKey key) {
    return run(StoreOperation.STAT, () -> below.stat(key));
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    Fault fault = take(StoreOperation.READ);
    fault.before();
    T result = below.read(key, range, (info, body) -> handler.handle(info, fault.body(body)));
    fault.after();
    return result;
  }

  @Override
  public PutResult put(PutRequest request) {
    return run(StoreOperation.PUT, () -> below.put(request));
  }

  @Override
  public void delete(ObjectKey key) {
    run(
        StoreOperation.DELETE,
        () -> {
          below.delete(key);
          return true;
        });
  }

  @Override
  public ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    return run(StoreOperation.LIST, () -> below.list(prefix, after, limit));
  }

  @Override
  public void sync() {
    run(
        StoreOperation.SYNC,
        () -> {
          below.sync();
          return true;
        });
  }

  @Override
  public void close() {
    below.close();
  }

  private static final class CutStream extends FilterInputStream {
    private final Runnable action;
    private long left;

    CutStream(InputStream in, long left, Runnable action) {
      super(in);
      this.left = left;
      this.action = action;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (left == 0) {
        action.run();
      }
      int count = super.read(buffer, offset, (int) Math.min(length, Math.max(left, 1)));
      left -= Math.max(count, 0);
      return count;
    }
  }
}
