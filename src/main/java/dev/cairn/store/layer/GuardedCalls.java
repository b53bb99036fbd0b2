package dev.cairn.store.layer;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Repeats attempts under one policy. The guard is shared and does the repeating and waiting; what
 * belongs to one call, the count, the time spent and the decision, is in its {@link Sequence}.
 * Thread-safe.
 *
 * <p>What may clear by itself is repeated; everything else passes unchanged, and so does a failure
 * that another retry layer has given up on.
 *
 * <p>Its callers share a {@link Circuit}: once one of them has given up on this store, the others
 * do at their next attempt.
 */
final class GuardedCalls {

  private final String entry;
  private final RetryPolicy policy;
  private final Surroundings surroundings;
  private final TypedGuard<Object> guard;
  private final Circuit circuit;

  /**
   * What attempts are measured, spread, waited for and reported with.
   *
   * @param waiting turns a wait into the milliseconds for which the thread sleeps
   * @param warnings takes one line per failed attempt
   */
  record Surroundings(
      TimeSource time, RandomGenerator random, Waiting waiting, Consumer<String> warnings) {}

  /** Turns a wait into milliseconds of sleep; tests let a clock of their own pass instead. */
  @FunctionalInterface
  interface Waiting {
    /** Rounds up, so that nothing a server asked for is shortened. */
    Waiting SLEEP = wait -> wait.plusNanos(999_999).toMillis();

    long sleepMillis(Duration wait);
  }

  GuardedCalls(String entry, RetryPolicy policy, Surroundings surroundings) {
    this.entry = entry;
    this.policy = policy;
    this.surroundings = surroundings;
    this.circuit = new Circuit(entry, surroundings.time);
    this.guard =
        TypedGuard.create(Object.class)
            .withDescription("store " + entry)
            .withRetry()
            .maxRetries(policy.maxAttempts() - 1)
            .maxDuration(0, ChronoUnit.MILLIS)
            .delay(0, ChronoUnit.MILLIS)
            .jitter(0, ChronoUnit.MILLIS)
            .whenException(AttemptFailed.class::isInstance)
            .withCustomBackoff()
            .strategy(() -> this::sleepMillis)
            .done()
            .done()
            .build();
  }

  private long sleepMillis(Throwable failure) {
    return failure instanceof AttemptFailed failed
        ? surroundings.waiting.sleepMillis(failed.waitTime())
        : 0;
  }

  /**
   * Runs {@code attempt} until it succeeds, fails for good, or the policy is used up.
   *
   * @throws RetryableStoreException exhausted; or CONNECTION, not exhausted, when this thread was
   *     interrupted, its flag is kept
   */
  <T extends @Nullable Object> T run(
      StoreOperation operation, @Nullable ObjectKey key, Supplier<T> attempt) {
    return new Sequence<>(operation, key, attempt).run();
  }

  private final class Sequence<T extends @Nullable Object> {
    private final StoreOperation operation;
    private final @Nullable ObjectKey key;
    private final Supplier<T> attempt;
    private int attempts;
    private Duration spent = Duration.ZERO;
    private long waitingSince;
    private boolean interrupted;
    private @Nullable Supplier<T> outcome;
    private @Nullable RetryableStoreException lastFailure;

    Sequence(StoreOperation operation, @Nullable ObjectKey key, Supplier<T> attempt) {
      this.operation = operation;
      this.key = key;
      this.attempt = attempt;
    }

    T run() {
      try {
        guard.call(this::attemptOnce);
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException("a store throws no checked exception", e);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
      if (outcome == null) {
        throw interruptedWhileWaiting();
      }
      return outcome.get();
    }

    /** The guard looks at the interrupt flag and would throw a good result away: it sees none. */
    private Object attemptOnce() {
      Circuit.Way way = circuit.way();
      if (way instanceof Circuit.Open open) {
        throw refused(open.failure());
      }
      attempts++;
      TimeSource time = surroundings.time;
      if (attempts > 1) {
        spent = spent.plusNanos(time.nanoTime() - waitingSince);
      }
      AttemptBudget budget = new AttemptBudget(time, policy.maxElapsed().minus(spent));
      try (AttemptBudget.Binding bound = AttemptBudget.bind(budget)) {
        T result = attempt.get();
        circuit.close();
        outcome = () -> result;
        return this;
      } catch (PermanentStoreException e) {
        closeAfter(e);
        throw e;
      } catch (RetryableStoreException e) {
        interrupted = Thread.interrupted();
        lastFailure = e;
        waitingSince = time.nanoTime();
        spent = spent.plus(budget.idle());
        throw afterFailure(e, way instanceof Circuit.Probe);
      } finally {
        interrupted |= Thread.interrupted();
      }
    }

    /** A refusal is an answer too, where it is this store's. */
    private void closeAfter(PermanentStoreException refusal) {
      if (refusal.detail().backend().equals(entry)) {
        circuit.close();
      }
    }

    private RuntimeException afterFailure(RetryableStoreException failure, boolean probe) {
      FailureDetail detail = failure.detail();
      if (detail.exhausted() || interrupted) {
        return failure;
      }
      Optional<Duration> wait =
          probe
              ? Optional.empty()
              : NextAttempt.waitAfter(
                  new NextAttempt.Situation(
                      attempts, spent, detail.notBefore(), surroundings.time.now()),
                  policy,
                  surroundings.random);
      String place = "; attempt " + attempts + " of " + policy.maxAttempts();
      if (wait.isPresent()) {
        surroundings.warnings.accept(
            detail.message() + place + ", the next in " + wait.get().toMillis() + " ms");
        return new AttemptFailed(wait.get(), failure);
      }
      FailureDetail exhausted = detail.asExhausted(attempts);
      surroundings.warnings.accept(exhausted.message() + place + ", no further one");
      RetryableStoreException given = new RetryableStoreException(exhausted, failure);
      if (detail.backend().equals(entry)) {
        circuit.open(given);
      }
      return given;
    }

    /** As if this call had made the attempts that another one has made already. */
    private RetryableStoreException refused(RetryableStoreException known) {
      FailureDetail detail = known.detail();
      return new RetryableStoreException(
          new FailureDetail(
              detail.kind(),
              true,
              operation,
              entry,
              key,
              detail.status(),
              detail.code(),
              null,
              detail.notBefore(),
              "not asked, because of: " + detail.summary()),
          known);
    }

    private RuntimeException interruptedWhileWaiting() {
      return new RetryableStoreException(
          FailureDetail.of(
              FailureKind.CONNECTION,
              operation,
              entry,
              key,
              "the calling thread was interrupted between two attempts"),
          lastFailure);
    }
  }
}
