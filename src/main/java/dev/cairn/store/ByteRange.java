package dev.cairn.store;

/**
 * A run of bytes inside an object.
 *
 * @param offset first byte, from 0
 * @param length number of bytes, at least 1; a range that reaches past the end of the object is cut
 *     there
 */
public record ByteRange(long offset, long length) {
  /**
   * @throws IllegalArgumentException when offset is negative or length is not positive
   */
  public ByteRange {
    if (offset < 0 || length < 1) {
      throw new IllegalArgumentException("a range starts at 0 or later and has at least one byte");
    }
  }
}
