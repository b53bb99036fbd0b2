package dev.cairn.outcome;

/**
 * Why a run paused, failed or was cancelled. The names are stable: they stand in the API, exit
 * statuses and logs.
 */
public enum Reason {
  /** An operator paused it. */
  OPERATOR,
  /**
   * The engine was told to stop: management console, management interface, suspend or shutdown of
   * the server.
   */
  ENGINE_STOP,
  /** The server died or was restarted while the run was going. */
  SERVER_RESTART,
  /** Something nobody expected. */
  INTERNAL,
  /** A store did not answer in time. */
  TIMEOUT,
  /** A store answered that it cannot serve. */
  UNAVAILABLE,
  /** A store could not be connected, or the connection broke. */
  CONNECTION,
  /** A store asks for fewer requests. */
  THROTTLED,
  /** Credentials are wrong or may not do this. */
  ACCESS_DENIED,
  /** Credentials have expired. */
  CREDENTIALS_EXPIRED,
  /** The clock of this machine or of the store is wrong. */
  CLOCK_SKEW,
  /** The target has no room left. */
  STORAGE_FULL,
  /** An entry's configuration is wrong: bucket, root or endpoint. */
  CONFIGURATION,
  /** A store's data or answers are damaged, again and again. */
  CORRUPT,
  /** Registered blobs are missing at the source; a person must decide. */
  MISSING,
  /** None of the first blobs was found at the source: wrong prefix, bucket or root. */
  NOTHING_FOUND,
  /** More blobs failed than the run may skip. */
  SKIP_LIMIT,
  /** The counts do not add up, or blobs failed, so there was no cutover. */
  RECONCILE,
  /** A parameter is wrong. */
  INVALID_PARAMETER,
  /** The run was stored but the engine never began it. */
  NEVER_STARTED,
  /** An operator cancelled it. */
  CANCELLED
}
