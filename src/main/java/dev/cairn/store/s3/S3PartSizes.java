package dev.cairn.store.s3;

/**
 * How an object is cut into parts. Pure.
 *
 * @param single most bytes that go in one request; default 5 GiB, which is also the most
 * @param part bytes of a part, unless the object needs larger ones; default 64 MiB
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html">limits</a>
 */
public record S3PartSizes(long single, long part) {

  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  /** Most parts of an object. */
  static final int MOST_PARTS = 10_000;

  /** Most bytes of one PutObject, and of one part. */
  static final long LARGEST_PART = 5 * GIB;

  /** What so many parts of that size hold. */
  static final long LARGEST_OBJECT = MOST_PARTS * LARGEST_PART;

  /** In one request as long as S3 takes it; parts of 64 MiB. */
  public static final S3PartSizes DEFAULT = new S3PartSizes(LARGEST_PART, 64 * MIB);

  /** Fewest bytes of a part that is not the last. */
  public static final long SMALLEST_PART = 5 * MIB;

  /**
   * Nothing above {@code single} goes in one request, no part either.
   *
   * @param single from {@link #SMALLEST_PART} to 5 GiB
   */
  public static S3PartSizes atMost(long single) {
    return new S3PartSizes(single, Math.min(single, DEFAULT.part()));
  }

  /** Bytes of each part but the last of an object of this size; whole MiB where it has to grow. */
  long partOf(long size) {
    long needed = (size + MOST_PARTS - 1) / MOST_PARTS;
    return needed <= part ? part : Math.min(LARGEST_PART, (needed + MIB - 1) / MIB * MIB);
  }
}
