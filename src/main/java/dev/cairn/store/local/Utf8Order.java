package dev.cairn.store.local;

import java.util.Comparator;

/**
 * Order of texts by their UTF-8 bytes, unsigned, without encoding them. It differs from that of
 * {@link String#compareTo} where a surrogate meets a character behind the surrogates.
 */
final class Utf8Order {

  static final Comparator<String> COMPARATOR = Utf8Order::compare;

  private Utf8Order() {}

  private static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char left = a.charAt(i);
      char right = b.charAt(i);
      if (left != right) {
        return rank(left) - rank(right);
      }
    }
    return a.length() - b.length();
  }

  /** Puts surrogates, which stand for characters of four bytes, behind all others. */
  private static int rank(char c) {
    if (c < Character.MIN_SURROGATE) {
      return c;
    }
    return c > Character.MAX_SURROGATE ? c - 0x800 : c + 0x2000;
  }
}
