package dev.cairn.store.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import dev.cairn.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CircuitTest {

  private static final ObjectKey KEY = new ObjectKey("a");

  private final ManualClock clock = new ManualClock();
  private final List<String> warnings = new ArrayList<>();
  private final GuardedCalls calls =
      new GuardedCalls(
          "main",
          RetryPolicy.DEFAULT,
          new GuardedCalls.Surroundings(clock, new Random(1), this::pass, warnings::add));
  private int asked;

  private long pass(Duration wait) {
    clock.advance(wait);
    return 0;
  }

  private static RetryableStoreException outage(String backend) {
    return new RetryableStoreException(
        FailureDetail.of(
            FailureKind.UNAVAILABLE, StoreOperation.STAT, backend, KEY, "out of order"),
        null);
  }

  private RetryableStoreException failureOf(Supplier<String> attempt) {
    return assertThrows(
        RetryableStoreException.class, () -> calls.run(StoreOperation.STAT, KEY, attempt));
  }

  private String fail() {
    asked++;
    throw outage("main");
  }

  private String answer() {
    asked++;
    return "answer";
  }

  @Test
  void onceOneCallerGaveUpTheOthersAreRefusedWithoutAsking() {
    failureOf(this::fail);
    asked = 0;

    RetryableStoreException e = failureOf(this::answer);

    assertEquals(0, asked);
    assertEquals(FailureKind.UNAVAILABLE, e.kind());
    assertTrue(e.detail().exhausted());
    assertTrue(e.detail().summary().startsWith("not asked"), e.detail().summary());
  }

  @Test
  void aCallerBetweenTwoAttemptsGivesUpToo() {
    RetryableStoreException e =
        failureOf(
            () -> {
              if (asked == 0) {
                failureOf(this::fail); // another caller meanwhile, five attempts
              }
              return fail();
            });

    assertEquals(5 + 1, asked);
    assertTrue(e.detail().exhausted());
  }

  @Test
  void oneCallASecondAsksForEverybody() {
    failureOf(this::fail);
    clock.advance(Circuit.PROBE_INTERVAL);
    asked = 0;

    failureOf(this::fail); // a single attempt
    failureOf(this::answer);
    assertEquals(1, asked);

    clock.advance(Circuit.PROBE_INTERVAL);
    assertEquals("answer", calls.run(StoreOperation.STAT, KEY, this::answer));
    assertEquals("answer", calls.run(StoreOperation.STAT, KEY, this::answer));
  }

  @Test
  void aRefusalOfTheStoreIsAnAnswerToo() {
    failureOf(this::fail);
    clock.advance(Circuit.PROBE_INTERVAL);
    PermanentStoreException refusal =
        new PermanentStoreException(
            FailureDetail.of(FailureKind.NOT_FOUND, StoreOperation.STAT, "main", KEY, "no"), null);

    assertSame(
        refusal,
        assertThrows(
            PermanentStoreException.class,
            () ->
                calls.run(
                    StoreOperation.STAT,
                    KEY,
                    () -> {
                      throw refusal;
                    })));
    assertEquals("answer", calls.run(StoreOperation.STAT, KEY, this::answer));
  }

  @Test
  void theOutageOfAnotherStoreSaysNothingOfThisOne() {
    failureOf(
        () -> {
          throw outage("other");
        });

    assertEquals("answer", calls.run(StoreOperation.STAT, KEY, this::answer));
  }

  @Test
  void aProbeThatIsUnderWayIsTheOnlyOne() {
    Circuit circuit = new Circuit("main", clock);
    circuit.open(outage("main"));
    assertInstanceOf(Circuit.Open.class, circuit.way());
    clock.advance(Circuit.PROBE_INTERVAL);

    assertInstanceOf(Circuit.Probe.class, circuit.way());
    assertInstanceOf(Circuit.Open.class, circuit.way());

    circuit.close();
    assertInstanceOf(Circuit.Closed.class, circuit.way());
  }
}
