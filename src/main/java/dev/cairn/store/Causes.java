package dev.cairn.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What lies below an error of a client library. Pure. */
public final class Causes {

  private static final int DEEPEST = 20;
  private static final int LONGEST = 200;

  private Causes() {}

  /** The error and its causes, from the outside in. */
  public static List<Throwable> of(Throwable error) {
    return of(error, Throwable::getCause);
  }

  /**
   * The error and its causes, from the outside in.
   *
   * @param below finds what lies below an error, or null
   */
  public static List<Throwable> of(
      Throwable error, Function<Throwable, @Nullable Throwable> below) {
    List<Throwable> chain = new ArrayList<>();
    Throwable next = error;
    while (next != null && chain.size() < DEEPEST) {
      chain.add(next);
      next = below.apply(next);
    }
    return chain;
  }

  /** The innermost cause in a few words, for people. */
  public static String tell(List<Throwable> chain) {
    Throwable innermost = chain.get(chain.size() - 1);
    return brief(innermost.getClass().getSimpleName() + ": " + innermost.getMessage());
  }

  /** One line of at most some 200 characters. */
  public static String brief(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}
