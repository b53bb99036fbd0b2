package dev.cairn.admin.api.view;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cairn.store.FailureKind;
import dev.cairn.store.Preflight;
import dev.cairn.store.StoreFailure;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the test of a storage entry found.
 *
 * @param entry its name
 * @param connected the bucket, container or root is usable
 * @param roundtripPassed everything worked and the bytes came back as they were
 * @param phaseReached last phase begun; {@code done} at the end
 * @param bytesWritten bytes sent
 * @param bytesRead bytes received
 * @param elapsedMs time it took in milliseconds
 * @param cleanupOk nothing of it is left behind
 * @param message for people
 * @param retryable whether trying again without a change may help
 * @param usableAs {@code source}, {@code target}, both or neither
 * @param denied operations that the credentials may not do
 * @param kind what the storage ran into, or null
 */
public record EntryTestView(
    String entry,
    boolean connected,
    @JsonProperty("roundtrip_passed") boolean roundtripPassed,
    @JsonProperty("phase_reached") String phaseReached,
    @JsonProperty("bytes_written") long bytesWritten,
    @JsonProperty("bytes_read") long bytesRead,
    @JsonProperty("elapsed_ms") long elapsedMs,
    @JsonProperty("cleanup_ok") boolean cleanupOk,
    String message,
    boolean retryable,
    @JsonProperty("usable_as") List<String> usableAs,
    List<String> denied,
    @Nullable String kind) {

  /** Copies the lists. */
  public EntryTestView {
    usableAs = List.copyOf(usableAs);
    denied = List.copyOf(denied);
  }

  /** What a test found, as JSON shows it. */
  public static EntryTestView of(String entry, Preflight.Result result) {
    StoreFailure failure = result.failure();
    return new EntryTestView(
        entry,
        result.connected(),
        result.roundtripPassed(),
        lower(result.phaseReached()),
        result.bytesWritten(),
        result.bytesRead(),
        result.elapsed().toMillis(),
        result.cleanupOk(),
        result.message(),
        result.retryable(),
        sorted(result.usableAs().stream().map(Enum::name)),
        sorted(result.denied().stream().map(Enum::name)),
        failure == null ? null : failure.kind().name());
  }

  /** A test that could not even begin, because the store could not be built. */
  public static EntryTestView notOpened(String entry, StoreFailure failure) {
    return notBegun(entry, failure.detail().message(), failure.retryable(), failure.kind().name());
  }

  /** A test that could not even begin, because the entry's configuration is wrong. */
  public static EntryTestView notConfigured(String entry, String message) {
    return notBegun(entry, message, false, FailureKind.INVALID.name());
  }

  private static EntryTestView notBegun(
      String entry, String message, boolean retryable, String kind) {
    return new EntryTestView(
        entry,
        false,
        false,
        lower(Preflight.Phase.CONNECT),
        0,
        0,
        0,
        true,
        message,
        retryable,
        List.of(),
        List.of(),
        kind);
  }

  private static List<String> sorted(Stream<String> names) {
    return names.map(name -> name.toLowerCase(Locale.ROOT)).sorted().toList();
  }

  private static String lower(Preflight.Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }
}
