package dev.cairn.job;

import java.util.EnumSet;
import java.util.Set;

/** How a run stands. */
public enum RunStatus {
  /** Stored; the engine has not begun it, or not begun to resume it. */
  STARTING,
  /** Working. */
  RUNNING,
  /** Asked to come to a stop; some of its threads still end. */
  PAUSING,
  /** Stopped with a reason; can be resumed. */
  PAUSED,
  /** Done. */
  COMPLETED,
  /** Ended by something a person must change; a new run is started then. */
  FAILED,
  /** Ended by an operator. */
  CANCELLED;

  /** The states in which a run holds its lock. */
  public static final Set<RunStatus> LIVE =
      Set.copyOf(EnumSet.of(STARTING, RUNNING, PAUSING, PAUSED));

  /** True when nothing will ever change any more. */
  public boolean terminal() {
    return !LIVE.contains(this);
  }
}
