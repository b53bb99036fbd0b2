package dev.cairn.admin.api;

import dev.cairn.store.BlobHash;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Entity tags (RFC 9110, 8.8.3 and 13.1.2). Pure. */
final class EntityTags {
  private static final Pattern TAG = Pattern.compile("(W/)?(\"[\\x21\\x23-\\x7e\\x80-\\xff]*\")");
  private static final int TAG_BYTES = 16;

  private EntityTags() {}

  /** The strong tag of a blob: its hash. */
  static String of(BlobHash hash) {
    return '"' + hash.hex() + '"';
  }

  /** A weak tag of a representation, from its bytes. */
  static String weak(byte[] representation) {
    byte[] digest = BlobHash.newDigest().digest(representation);
    return "W/\"" + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
  }

  /** True when If-None-Match names the tag, by the weak comparison. */
  static boolean noneMatchNames(@Nullable String ifNoneMatch, String tag) {
    if (ifNoneMatch == null) {
      return false;
    }
    if (ifNoneMatch.strip().equals("*")) {
      return true;
    }
    String opaque = tag.startsWith("W/") ? tag.substring(2) : tag;
    Matcher named = TAG.matcher(ifNoneMatch);
    while (named.find()) {
      if (opaque.equals(named.group(2))) {
        return true;
      }
    }
    return false;
  }
}
