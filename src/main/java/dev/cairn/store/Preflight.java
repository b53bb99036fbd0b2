package dev.cairn.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Proves that an entry works, with its own chain: a unique payload is put, looked at, read, read in
 * part, listed and deleted. Every way out cleans up. Where the credentials may not put, what is
 * there already is listed and read instead, which tells whether the entry can be a source.
 */
public final class Preflight {
  private static final Logger LOG = Logger.getLogger(Preflight.class);
  private static final String PREFIX = "cairn-probe/";
  private static final int PAYLOAD = 64;
  private static final int HEAD = 16;

  private final BlobStore store;
  private final LongSupplier nanoTime;
  private Phase phase = Phase.CONNECT;
  private long written;
  private long read;
  private final Set<Use> usableAs = EnumSet.noneOf(Use.class);
  private final Set<StoreOperation> denied = EnumSet.noneOf(StoreOperation.class);

  /** How far it came. */
  public enum Phase {
    CONNECT,
    PUT,
    STAT,
    READ,
    RANGE_READ,
    LIST,
    DELETE,
    DONE
  }

  /** What an entry can be used for. */
  public enum Use {
    /** To read blobs from. */
    SOURCE,
    /** To write blobs to, and to prove them there. */
    TARGET
  }

  /**
   * What it found.
   *
   * @param connected the bucket, container or root is usable
   * @param roundtripPassed everything worked and the bytes came back as they were
   * @param phaseReached last phase begun, {@link Phase#DONE} at the end
   * @param bytesWritten bytes sent
   * @param bytesRead bytes received
   * @param elapsed time it took
   * @param cleanupOk nothing of it is left behind
   * @param message for people, without secrets
   * @param retryable whether trying again without a change may help
   * @param usableAs what it can be used for
   * @param denied operations that the credentials may not do
   * @param failure the failure, or null
   */
  public record Result(
      boolean connected,
      boolean roundtripPassed,
      Phase phaseReached,
      long bytesWritten,
      long bytesRead,
      Duration elapsed,
      boolean cleanupOk,
      String message,
      boolean retryable,
      Set<Use> usableAs,
      Set<StoreOperation> denied,
      @Nullable StoreFailure failure) {

    /** Copies the sets. */
    public Result {
      usableAs = Set.copyOf(usableAs);
      denied = Set.copyOf(denied);
    }
  }

  private Preflight(BlobStore store, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
  }

  /** Runs it; never throws for what the store does. */
  public static Result run(BlobStore store, LongSupplier nanoTime) {
    return new Preflight(store, nanoTime).run();
  }

  /**
   * True when two stores turn out to be the same place: what is put through one is found through
   * the other.
   *
   * @throws RetryableStoreException when one of them does not answer
   */
  public static boolean samePlace(BlobStore one, BlobStore other) {
    ObjectKey key = newKey();
    one.put(PutRequest.of(key, Content.of(payload(key))));
    try {
      return other.stat(key).isPresent();
    } finally {
      remove(one, key);
    }
  }

  private Result run() {
    long began = nanoTime.getAsLong();
    ObjectKey key = newKey();
    StoreFailure failure = null;
    String message = "";
    try {
      store.initialize();
      message = roundtrip(key);
    } catch (RetryableStoreException e) {
      failure = e;
    } catch (PermanentStoreException e) {
      failure = e;
    }
    Phase reached = phase;
    boolean clean = reached == Phase.CONNECT || reached == Phase.DONE || remove(store, key);
    if (failure != null) {
      message = failure.detail().message();
      if (failure.kind() == FailureKind.ACCESS_DENIED && reached != Phase.CONNECT) {
        denied.add(failure.detail().operation());
        message += afterDenial(reached);
      }
    }
    if (reached == Phase.PUT && denied.contains(StoreOperation.PUT)) {
      clean = true; // nothing was put
    }
    return new Result(
        reached != Phase.CONNECT,
        reached == Phase.DONE,
        reached,
        written,
        read,
        Duration.ofNanos(nanoTime.getAsLong() - began),
        clean,
        message,
        failure != null && failure.retryable(),
        usableAs,
        denied,
        failure);
  }

  /** Finds out what is possible nevertheless. */
  private String afterDenial(Phase reached) {
    if (reached == Phase.PUT) {
      lookAround();
    }
    String rights =
        denied.stream().map(StoreOperation::toString).sorted().collect(Collectors.joining(", "));
    return usableAs.contains(Use.SOURCE)
        ? "; usable as a source, not as a target: the credentials lack the right to " + rights
        : "; usable neither as a source nor as a target: the credentials lack the right to "
            + rights;
  }

  /** Lists and reads what is there; an empty store can be read from as far as can be told. */
  private void lookAround() {
    Optional<ListPage> page = allowed(() -> store.list("", null, 1));
    boolean reads =
        page.isPresent()
            && page.get().entries().stream()
                .map(ListPage.Entry::key)
                .allMatch(
                    key ->
                        allowed(() -> store.stat(key)).isPresent()
                            && allowed(() -> store.read(key, null, (info, body) -> body.read()))
                                .isPresent());
    if (reads) {
      usableAs.add(Use.SOURCE);
    }
  }

  private <T> Optional<T> allowed(Supplier<T> call) {
    try {
      return Optional.of(call.get());
    } catch (RetryableStoreException e) {
      return refused(e);
    } catch (PermanentStoreException e) {
      return refused(e);
    }
  }

  private <T> Optional<T> refused(StoreFailure failure) {
    LOG.debugf("while looking around: %s", failure.detail().message());
    if (failure.kind() == FailureKind.ACCESS_DENIED) {
      denied.add(failure.detail().operation());
    }
    return Optional.empty();
  }

  private String roundtrip(ObjectKey key) {
    byte[] payload = payload(key);
    phase = Phase.PUT;
    store.put(PutRequest.of(key, Content.of(payload)));
    written = payload.length;
    phase = Phase.STAT;
    long size = store.stat(key).map(ObjectInfo::size).orElse(-1L);
    if (size < 0) {
      return "the object just put was not found by stat";
    }
    phase = Phase.READ;
    byte[] whole = store.read(key, null, (info, body) -> body.readAllBytes());
    read += whole.length;
    if (!MessageDigest.isEqual(payload, whole)) {
      return "the bytes read are not the bytes written";
    }
    phase = Phase.RANGE_READ;
    byte[] head = store.read(key, new ByteRange(0, HEAD), (info, body) -> body.readAllBytes());
    read += head.length;
    if (!Arrays.equals(head, Arrays.copyOf(payload, HEAD))) {
      return "a ranged read did not give the first " + HEAD + " bytes";
    }
    phase = Phase.LIST;
    ListPage page = store.list(key.value(), null, 1);
    if (page.entries().stream().noneMatch(e -> e.key().equals(key))) {
      return "the object just put is missing in the listing";
    }
    usableAs.add(Use.SOURCE);
    phase = Phase.DELETE;
    store.delete(key);
    phase = Phase.DONE;
    usableAs.add(Use.TARGET);
    return "every phase passed";
  }

  private static ObjectKey newKey() {
    return new ObjectKey(PREFIX + UUID.randomUUID());
  }

  private static byte[] payload(ObjectKey key) {
    return Arrays.copyOf(key.value().getBytes(StandardCharsets.UTF_8), PAYLOAD);
  }

  private static boolean remove(BlobStore store, ObjectKey key) {
    try {
      store.delete(key);
      return true;
    } catch (RetryableStoreException | PermanentStoreException e) {
      LOG.warnf("a probe object could not be removed: %s", e.getMessage());
      return false;
    }
  }
}
