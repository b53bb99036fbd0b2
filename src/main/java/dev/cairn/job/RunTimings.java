package dev.cairn.job;

import java.time.Duration;

/**
 * How fast runs live and die.
 *
 * @param heartbeat time between two signs of life; default 5 s
 * @param lease time after which a run without a sign of life counts as dead; default 30 s
 * @param pause time within which a pausing run must have come to a stop, else it is PAUSED with
 *     stuck threads; default 30 s
 * @param neverStarted time after which a run the engine never began counts as failed; 60 s
 */
public record RunTimings(
    Duration heartbeat, Duration lease, Duration pause, Duration neverStarted) {}
