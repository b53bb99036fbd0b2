package dev.cairn.store;

/** How an object is stored, compared with how the entry would store it now. */
public enum HeadCheck {
  /** As it would be written now: in the same format, with the same key. */
  MATCH,
  /** In another way: not encrypted, or with another of the entry's keys. */
  MISMATCH,
  /** The store said that it is not there. */
  ABSENT
}
