package dev.cairn.admin.api.view;

import dev.cairn.catalog.Gate;
import dev.cairn.store.StoreDescription;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The storage entries and which of them is active.
 *
 * @param active name of the active entry
 * @param gate read-only state
 * @param entries all configured entries in the order of the configuration
 */
public record StorageView(String active, GateView gate, List<EntryView> entries) {

  /** Copies the list. */
  public StorageView {
    entries = List.copyOf(entries);
  }

  /**
   * The read-only state.
   *
   * @param closed true while nothing may be written
   * @param holder run that closed it, or null
   * @param kind its job, or null
   * @param reason for people, or null
   * @param since when it was closed, or null
   */
  public record GateView(
      boolean closed,
      @Nullable String holder,
      @Nullable String kind,
      @Nullable String reason,
      @Nullable Instant since) {
    /** The gate, as JSON shows it. */
    public static GateView of(Gate gate) {
      return new GateView(gate.closed(), gate.holder(), gate.kind(), gate.reason(), gate.since());
    }
  }

  /**
   * A storage entry, without secrets.
   *
   * @param name its name
   * @param type kind of store, or null when it is unusable
   * @param location for people: path, or endpoint with bucket and prefix; null when it is unusable
   * @param active true for the one that the application reads and writes
   * @param capabilities what it can do
   * @param parallelInForce requests that may wait for an answer at a time: the configured number,
   *     lowered while the provider asks for fewer; null when it is unusable
   * @param problem what is wrong with its configuration, or null
   */
  public record EntryView(
      String name,
      @Nullable String type,
      @Nullable String location,
      boolean active,
      List<String> capabilities,
      @Nullable Integer parallelInForce,
      @Nullable String problem) {
    /** Copies the list. */
    public EntryView {
      capabilities = List.copyOf(capabilities);
    }

    /** An entry, as JSON shows it. */
    public static EntryView of(
        String name, boolean active, StoreDescription described, int parallelInForce) {
      return new EntryView(
          name,
          described.type(),
          described.location(),
          active,
          described.capabilities().stream().map(Enum::name).sorted().toList(),
          parallelInForce,
          null);
    }

    /** An entry whose store cannot be built. */
    public static EntryView unusable(String name, boolean active, String problem) {
      return new EntryView(name, null, null, active, List.of(), null, problem);
    }
  }
}
