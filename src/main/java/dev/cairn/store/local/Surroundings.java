package dev.cairn.store.local;

/**
 * What may be asked of the file system to understand an error that Java reports without its number.
 * An answer that cannot be had counts as no.
 */
interface Surroundings {

  /** The root carries the marker that it carried before. */
  boolean markerReadable();

  /** No room is left to speak of. */
  boolean full();

  /** The file system takes no writes. */
  boolean readOnly();
}
