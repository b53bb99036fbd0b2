package dev.cairn.job;

/** How texts are cut to the room there is for them. Pure. */
final class Texts {
  private Texts() {}

  /** The text, cut between code points to at most so many characters. */
  static String cut(String text, int chars) {
    if (text.length() <= chars) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(chars - 1)) ? chars - 1 : chars;
    return text.substring(0, end);
  }

  /** The text with everything but printable ASCII replaced, cut to at most so many characters. */
  static String ascii(String text, int chars) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), chars));
    text.codePoints()
        .limit(chars)
        .forEach(c -> out.append(c >= ' ' && c <= '~' ? (char) c : c < ' ' ? ' ' : '?'));
    return out.toString();
  }
}
