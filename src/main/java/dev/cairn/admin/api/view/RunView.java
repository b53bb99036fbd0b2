package dev.cairn.admin.api.view;

import dev.cairn.job.ProgressMeter;
import dev.cairn.job.Segment;
import dev.cairn.migration.RangeRecord;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run with everything there is to know about it.
 *
 * @param id sortable by time, 26 characters
 * @param job its job
 * @param status STARTING, RUNNING, PAUSING, PAUSED, COMPLETED, FAILED or CANCELLED
 * @param phase step it is in, or was in last; null before the first
 * @param cause why it paused, failed or was cancelled, or null
 * @param causeBy who paused or cancelled it, or null
 * @param errorMessage what went wrong, for people, or null
 * @param notBefore earliest time at which resuming makes sense, or null
 * @param exitCode 0 done, 4 done with failures, 8 paused, 12 failed or cancelled; null while it
 *     goes on
 * @param retryable true when resuming it unchanged may help
 * @param resumable true when it can be resumed
 * @param parameters all with their values, defaults included
 * @param source entry it moves from, or null before the plan
 * @param target entry it moves to, or null before the plan
 * @param counters what was counted, over all segments
 * @param progress how far it is, or null before the plan
 * @param rate of the last five minutes, or null while it does not work on this node
 * @param etaSeconds expected time to the end, or null
 * @param ranges parts of the key space with their cursors
 * @param segments executions of the engine, oldest first
 * @param idempotencyKey key it was started under, or null
 * @param startedBy who started it
 * @param createdAt when it was asked for
 * @param startedAt when it first began, or null
 * @param finishedAt when it ended, or null
 * @param updatedAt last change of its state
 */
public record RunView(
    String id,
    String job,
    String status,
    @Nullable String phase,
    @Nullable String cause,
    @Nullable String causeBy,
    @Nullable String errorMessage,
    @Nullable Instant notBefore,
    @Nullable Integer exitCode,
    boolean retryable,
    boolean resumable,
    Map<String, String> parameters,
    @Nullable String source,
    @Nullable String target,
    CountersView counters,
    @Nullable ProgressView progress,
    @Nullable RateView rate,
    @Nullable Long etaSeconds,
    List<RangeView> ranges,
    List<SegmentView> segments,
    @Nullable String idempotencyKey,
    String startedBy,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    Instant updatedAt) {

  /** Copies lists and map; parameters are in the order of their names. */
  public RunView {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    ranges = List.copyOf(ranges);
    segments = List.copyOf(segments);
  }

  /**
   * How far a run is.
   *
   * @param planned blobs of the plan
   * @param scanned blobs with an outcome
   * @param percent 0 to 100; 100 only when nothing is left
   * @param bytesPlanned bytes of the plan
   * @param bytesDone bytes copied or found in place
   */
  public record ProgressView(
      long planned, long scanned, int percent, String bytesPlanned, String bytesDone) {}

  /**
   * Rate over the last five minutes of work.
   *
   * @param blobsPerSecond blobs with an outcome per second
   * @param bytesPerSecond bytes copied or proved per second
   */
  public record RateView(double blobsPerSecond, double bytesPerSecond) {
    /** A rate, as JSON shows it: rounded to tenths. */
    public static RateView of(ProgressMeter.Rate rate) {
      return new RateView(tenths(rate.blobsPerSecond()), tenths(rate.bytesPerSecond()));
    }

    private static double tenths(double value) {
      return Math.round(value * 10) / 10.0;
    }
  }

  /**
   * A part of the key space.
   *
   * @param number from 0
   * @param low first hash of it, or null for the very first
   * @param high first hash behind it, or null for the end
   * @param cursor last hash recorded, or null before the first
   * @param finished true when nothing is left in it
   * @param planned blobs of the plan that lie in it
   * @param scanned blobs with an outcome
   */
  public record RangeView(
      int number,
      @Nullable String low,
      @Nullable String high,
      @Nullable String cursor,
      boolean finished,
      long planned,
      long scanned) {
    /** A range, as JSON shows it. */
    public static RangeView of(RangeRecord range) {
      return new RangeView(
          range.range().number(),
          hex(range.range().low()),
          hex(range.range().high()),
          hex(range.cursor()),
          range.finished(),
          range.rowsPlanned(),
          range.counters().scanned());
    }

    private static @Nullable String hex(byte @Nullable [] bytes) {
      return bytes == null ? null : HexFormat.of().formatHex(bytes);
    }
  }

  /**
   * One execution of a run by the engine.
   *
   * @param executionId the engine's number of it
   * @param startedAt when it began
   * @param endedAt when it ended, or null
   * @param exitStatus as the engine shows it, or null
   */
  public record SegmentView(
      long executionId, Instant startedAt, @Nullable Instant endedAt, @Nullable String exitStatus) {
    /** A segment, as JSON shows it. */
    public static SegmentView of(Segment segment) {
      return new SegmentView(
          segment.executionId(), segment.startedAt(), segment.endedAt(), segment.exitStatus());
    }
  }
}
