package dev.cairn.store.local;

import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectKey;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the files below a root in byte order of their keys, which stops after each page and
 * goes on from there. Links and special files are left out. Not thread-safe.
 */
final class LocalWalk {

  private final DirectoryWindow.Naming naming;
  private final int bound;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private ListPage.@Nullable Entry ahead;

  /**
   * @param naming what the children of a directory are called
   * @param bound most names kept of one directory
   */
  LocalWalk(DirectoryWindow.Naming naming, int bound) {
    this.naming = naming;
    this.bound = bound;
  }

  /** A directory on the way down, with those of its names that are still to come. */
  private static final class Frame {
    private final Path directory;
    private final String keyPrefix;
    private DirectoryWindow.Wanted wanted;
    private DirectoryWindow window;
    private int position;

    Frame(Path directory, String keyPrefix, DirectoryWindow.Wanted wanted, DirectoryWindow window) {
      this.directory = directory;
      this.keyPrefix = keyPrefix;
      this.wanted = wanted;
      this.window = window;
    }
  }

  /** Goes to the first wanted key below {@code root}. */
  void start(Path root, DirectoryWindow.Wanted wanted) throws IOException {
    frames.push(new Frame(root, "", wanted, read(root, wanted)));
    ahead = find();
  }

  /** The next page; its {@code next} is empty when nothing is left. */
  ListPage page(int limit) throws IOException {
    List<ListPage.Entry> entries = new ArrayList<>(Math.min(limit, 256));
    while (ahead != null && entries.size() < limit) {
      entries.add(ahead);
      ahead = find();
    }
    return new ListPage(
        entries,
        ahead == null ? Optional.empty() : Optional.of(entries.get(entries.size() - 1).key()));
  }

  private ListPage.@Nullable Entry find() throws IOException {
    for (Frame frame = frames.peek(); frame != null; frame = frames.peek()) {
      if (frame.position == frame.window.names().size()) {
        readOn(frame);
        continue;
      }
      ListPage.Entry entry = look(frame, frame.window.names().get(frame.position++));
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }

  private void readOn(Frame frame) throws IOException {
    String rest = frame.window.rest();
    if (rest == null) {
      frames.pop();
      return;
    }
    frame.wanted = new DirectoryWindow.Wanted(frame.wanted.prefix(), rest);
    frame.window = read(frame.directory, frame.wanted);
    frame.position = 0;
  }

  /** The object of that name, or null after going down into a directory or past anything else. */
  private ListPage.@Nullable Entry look(Frame frame, String marked) throws IOException {
    String name = marked.endsWith("/") ? marked.substring(0, marked.length() - 1) : marked;
    Path file = frame.directory.resolve(name);
    try {
      BasicFileAttributes attributes = LocalRoot.attributes(file);
      if (attributes.isDirectory()) {
        DirectoryWindow.Wanted below = frame.wanted.below(name);
        String keyPrefix = frame.keyPrefix + name + "/";
        frames.push(new Frame(file, keyPrefix, below, read(file, below)));
      } else if (attributes.isRegularFile() && frame.wanted.holds(name)) {
        return new ListPage.Entry(new ObjectKey(frame.keyPrefix + name), attributes.size());
      }
    } catch (NoSuchFileException e) {
      return null; // deleted since its directory was read
    }
    return null;
  }

  private DirectoryWindow read(Path directory, DirectoryWindow.Wanted wanted) throws IOException {
    return DirectoryWindow.read(directory, wanted, naming, bound);
  }
}
