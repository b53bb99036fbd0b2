package dev.cairn.migration;

/** How far a migration's record has come. */
public enum Phase {
  /** Source and target are known, no plan yet. */
  OPENED,
  /** The ranges are stored; copying may go on. */
  PLANNED,
  /** The pointer names the target. What is left is to say so. */
  CUT_OVER
}
