package dev.cairn.store.local;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next names of one directory in the order of keys, read in one pass over it. A directory sorts
 * as its name with a slash, so {@code d-x} stands before {@code d/1}.
 *
 * <p>No more than a bound of names is kept: of a directory with more of them it holds the first,
 * and the caller reads the directory again for the rest. Which names are directories is looked up
 * only where it changes the order.
 *
 * @param names names in order; a slash at the end where it was looked up that it is a directory
 * @param rest where the rest begins, as in {@link Wanted#from}, or null when there is none
 */
record DirectoryWindow(List<String> names, @Nullable String rest) {

  /** Follows the slash in the order of bytes: what begins with it stands behind all below. */
  private static final String BEHIND_SLASH = "0";

  /** Sorts before every character of a name, so a text with it added is the next one. */
  private static final String NEXT = "\0";

  /**
   * Which keys are wanted, relative to a directory.
   *
   * @param prefix beginning of all wanted keys
   * @param from the wanted keys are this text and those behind it
   */
  record Wanted(String prefix, String from) {

    /** Keys with a prefix, behind a key if there is one. */
    static Wanted after(String prefix, @Nullable String key) {
      return new Wanted(prefix, key == null ? "" : key + NEXT);
    }

    /** Whether the name, or one below it if it is a directory, may be wanted. */
    boolean mayHold(String name) {
      String below = name + "/";
      boolean outside = !below.startsWith(prefix) && !prefix.startsWith(below);
      boolean passed = precedes(name, from) && precedes(below, from) && !from.startsWith(below);
      return !outside && !passed;
    }

    /** Whether the name itself is wanted. */
    boolean holds(String name) {
      return name.startsWith(prefix) && !precedes(name, from);
    }

    /** What is wanted of a directory of that name, relative to it. */
    Wanted below(String name) {
      String below = name + "/";
      return new Wanted(rest(prefix, below), rest(from, below));
    }

    private static String rest(String text, String below) {
      return text.startsWith(below) ? text.substring(below.length()) : "";
    }
  }

  /** Says what a child of a directory is called in a key. */
  interface Naming {
    /** The segment, or null to leave the child out. */
    @Nullable String segment(Path child) throws IOException;
  }

  /**
   * Reads {@code directory}.
   *
   * @param bound most names to keep, more than the longest name is long
   */
  static DirectoryWindow read(Path directory, Wanted wanted, Naming naming, int bound)
      throws IOException {
    List<String> names = new ArrayList<>();
    String dropped = null; // the first of those that did not fit
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
      for (Path child : children) {
        String name = naming.segment(child);
        if (name != null && wanted.mayHold(name) && (dropped == null || precedes(name, dropped))) {
          names.add(name);
        }
        if (names.size() >= 2 * bound) {
          dropped = cut(names, bound);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    if (names.size() > bound) {
      dropped = cut(names, bound);
    }
    names.sort(Utf8Order.COMPARATOR);
    markDirectories(directory, names, dropped);
    return dropped == null ? new DirectoryWindow(names, null) : before(dropped, names);
  }

  private static String cut(List<String> names, int bound) {
    names.sort(Utf8Order.COMPARATOR);
    String dropped = names.get(bound);
    names.subList(bound, names.size()).clear();
    return dropped;
  }

  private static void markDirectories(Path directory, List<String> names, @Nullable String dropped)
      throws IOException {
    boolean marked = false;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      String next = i + 1 < names.size() ? names.get(i + 1) : dropped;
      if (next != null && precedesContents(next, name) && isDirectory(directory.resolve(name))) {
        names.set(i, name + "/");
        marked = true;
      }
    }
    if (marked) {
      names.sort(Utf8Order.COMPARATOR);
    }
  }

  private static DirectoryWindow before(String dropped, List<String> names) {
    names.removeIf(name -> !precedes(name, dropped));
    String last = names.get(names.size() - 1);
    if (last.endsWith("/")) {
      return new DirectoryWindow(names, last.substring(0, last.length() - 1) + BEHIND_SLASH);
    }
    return new DirectoryWindow(
        names, last + (precedesContents(dropped, last) ? NEXT : BEHIND_SLASH));
  }

  /** Whether {@code other} stands behind {@code name} but before all below it. */
  private static boolean precedesContents(String other, String name) {
    return other.length() > name.length()
        && other.startsWith(name)
        && other.charAt(name.length()) < '/';
  }

  private static boolean precedes(String a, String b) {
    return Utf8Order.COMPARATOR.compare(a, b) < 0;
  }

  private static boolean isDirectory(Path file) throws IOException {
    try {
      return LocalRoot.attributes(file).isDirectory();
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
