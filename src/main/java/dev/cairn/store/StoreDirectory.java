package dev.cairn.store;

import dev.cairn.retry.RetryPolicy;
import java.util.List;
import java.util.Optional;

/** Look-up of the configured storage entries by name. Thread-safe. */
public interface StoreDirectory {

  /**
   * Entry names in the order of the configuration; the first is active while nothing else was
   * chosen.
   */
  List<String> names();

  /** What an entry is, without secrets; empty when there is no such entry. Touches no network. */
  Optional<StoreDescription> describe(String name);

  /**
   * Requests to the entry that may wait for an answer at a time, over all its stores here: the
   * configured number, lowered while the provider asks for fewer.
   */
  int parallelInForce(String name);

  /**
   * Builds the entry's store behind all its layers, from the configuration as it is now (a mended
   * credential or endpoint is picked up). The caller closes it.
   *
   * @param policy attempts and waits of its retry layer
   * @throws IllegalArgumentException when there is no such entry; the message names those that are
   *     there
   */
  ChainedStore open(String name, RetryPolicy policy);

  /** As {@link #open(String, RetryPolicy)} with the configured policy. */
  ChainedStore open(String name);
}
