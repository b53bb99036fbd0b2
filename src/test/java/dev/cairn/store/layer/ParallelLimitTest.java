package dev.cairn.store.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ParallelLimitTest {

  private final ParallelLimit limit = new ParallelLimit(8);

  private List<Long> acquire(int count) throws InterruptedException {
    List<Long> acquired = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      acquired.add(limit.acquire());
    }
    return acquired;
  }

  @Test
  void aRefusalHalvesWhatIsInUseOnceForAllRequestsUnderWay() throws Exception {
    List<Long> six = acquire(6);

    six.forEach(each -> limit.release(each, true));

    assertEquals(3, limit.inForce());
  }

  @Test
  void refusalsOfLaterRequestsGoOnHalvingDownToOne() throws Exception {
    for (int i = 0; i < 5; i++) {
      limit.release(limit.acquire(), true);
    }

    assertEquals(1, limit.inForce());
  }

  @Test
  void answersRaiseItByOneForAsManyAsItAllowsWhileHalfOfItIsUsed() throws Exception {
    acquire(8).forEach(each -> limit.release(each, true));
    assertEquals(4, limit.inForce());

    for (int i = 0; i < 20; i++) {
      limit.release(limit.acquire(), false); // less than half is used: says nothing
    }
    assertEquals(4, limit.inForce());
    acquire(4).forEach(each -> limit.release(each, false));
    acquire(4).forEach(each -> limit.release(each, false));

    assertEquals(5, limit.inForce());
  }

  @Test
  void neverRisesAboveWhatIsSet() throws Exception {
    limit.set(2);
    for (int i = 0; i < 20; i++) {
      acquire(2).forEach(each -> limit.release(each, false));
    }

    assertEquals(2, limit.inForce());

    limit.set(8);
    assertEquals(8, limit.inForce());
  }

  @Test
  void whoWaitsGoesWhenARequestWasAnswered() throws Exception {
    limit.set(1);
    long first = limit.acquire();
    CompletableFuture<Long> second = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                second.complete(limit.acquire());
              } catch (InterruptedException e) {
                second.completeExceptionally(e);
              }
            });
    waiting.start();
    assertTrue(!second.isDone());

    limit.release(first, false);

    second.get(ParallelLimit.PATIENCE_SECONDS / 2, TimeUnit.SECONDS);
  }
}
