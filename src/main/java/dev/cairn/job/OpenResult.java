package dev.cairn.job;

/** What the step {@code open} returns; the job definitions turn each into a transition. */
enum OpenResult {
  /** The lease is taken; the next step runs. */
  CONTINUE,
  /** The run is complete; nothing is left to do. */
  RUN_COMPLETED,
  /** The run failed or was cancelled; a new one must be started. */
  RUN_FINISHED,
  /** Another execution of the same run works. */
  ALREADY_RUNNING,
  /** It is too early, or a pause was asked for before the first step. */
  WAITING,
  /** Another run holds the job's lock. */
  LOCK_HELD,
  /** The parameters are wrong. */
  INVALID_PARAMETER
}
