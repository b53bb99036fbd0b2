package dev.cairn.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * MD5 as providers show it, in lower-case hex. It only spares questions: blobs are named and proved
 * by SHA-256. Thread-safe.
 */
public final class Md5 {
  private static final Pattern ENTITY_TAG = Pattern.compile("\"?([0-9a-f]{32})\"?");

  private Md5() {}

  /** Computes it; empty on a Java that forbids MD5. */
  public static Optional<MessageDigest> digest() {
    try {
      return Optional.of(MessageDigest.getInstance("MD5"));
    } catch (NoSuchAlgorithmException e) {
      return Optional.empty();
    }
  }

  /**
   * What an entity tag says, if it has the form of an MD5. S3 makes tags so for objects of one part
   * that it encrypts with nothing or with keys of its own.
   *
   * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html">ETag</a>
   */
  public static Optional<String> ofEntityTag(String tag) {
    var matcher = ENTITY_TAG.matcher(tag);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** The digest's value in hex; the digest starts anew. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
