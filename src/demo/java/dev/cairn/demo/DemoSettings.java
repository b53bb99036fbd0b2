package dev.cairn.demo;

import java.util.Locale;
import java.util.Properties;

/**
 * What the demo shows.
 *
 * @param target where blobs are migrated to; property {@code demo.target}, {@code local} (default)
 *     or {@code s3}
 * @param outage whether the target falls silent in the middle, which needs {@code s3} and implies
 *     it; property {@code demo.outage}
 * @param keep whether the server stays up afterwards; property {@code demo.keep}
 * @param blobs how many blobs; property {@code demo.blobs}, default 2000, at least 100
 * @param largest size of the largest blob in bytes; property {@code demo.largest-bytes}, default 64
 *     MiB
 */
record DemoSettings(TargetKind target, boolean outage, boolean keep, int blobs, long largest) {
  private static final int FEWEST_BLOBS = 100;

  /** Kinds of target. */
  enum TargetKind {
    LOCAL,
    S3
  }

  DemoSettings {
    if (blobs < FEWEST_BLOBS) {
      throw new DemoFailure(
          "demo.blobs is " + blobs + ", but the demo needs at least " + FEWEST_BLOBS);
    }
  }

  static DemoSettings from(Properties properties) {
    boolean outage = flag(properties, "demo.outage");
    String target = properties.getProperty("demo.target", "local").toLowerCase(Locale.ROOT);
    return new DemoSettings(
        outage ? TargetKind.S3 : kind(target),
        outage,
        flag(properties, "demo.keep"),
        (int) number(properties, "demo.blobs", "2000"),
        number(properties, "demo.largest-bytes", Long.toString(64L << 20)));
  }

  private static TargetKind kind(String name) {
    return switch (name) {
      case "local" -> TargetKind.LOCAL;
      case "s3" -> TargetKind.S3;
      default -> throw new DemoFailure("demo.target is '" + name + "', but can be local or s3");
    };
  }

  private static boolean flag(Properties properties, String key) {
    String value = properties.getProperty(key, "false");
    return value.isEmpty() || Boolean.parseBoolean(value);
  }

  private static long number(Properties properties, String key, String usual) {
    String value = properties.getProperty(key, usual);
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new DemoFailure(key + " is '" + value + "', but should be a number", e);
    }
  }
}
