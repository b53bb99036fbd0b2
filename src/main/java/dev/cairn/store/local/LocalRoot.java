package dev.cairn.store.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The root directory and its marker, a file with a random id. While the marker can be read and its
 * id is the one seen first, what is not under the root is not there; otherwise nothing can be said.
 * Thread-safe.
 */
final class LocalRoot implements Surroundings {

  /** Name of the marker. */
  static final String MARKER = ".cairn-root";

  /** Name of the directory for files that are being written. */
  static final String TEMPORARY = ".cairn-tmp";

  /** Made by mkfs on some file systems; neither content nor ours to touch. */
  static final String LOST_AND_FOUND = "lost+found";

  /** Less free space than this counts as full. */
  private static final long SLACK_BYTES = 64 * 1024;

  private static final int MARKER_LIMIT = 128;

  private final Path path;
  private final AtomicReference<@Nullable String> id = new AtomicReference<>();

  LocalRoot(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  Path temporary() {
    return path.resolve(TEMPORARY);
  }

  /** What a root looks like before it is used. */
  enum State {
    READY,
    MISSING,
    EMPTY,
    NOT_A_DIRECTORY,
    FOREIGN
  }

  State state() throws IOException {
    try {
      if (!Files.readAttributes(path, BasicFileAttributes.class).isDirectory()) {
        return State.NOT_A_DIRECTORY;
      }
    } catch (NoSuchFileException e) {
      return State.MISSING;
    }
    if (marker().isPresent()) {
      return State.READY;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        if (!isOurs(entry.getFileName().toString())) {
          // the marker is written first: another process may have begun since we looked for it
          return marker().isPresent() ? State.READY : State.FOREIGN;
        }
      }
    }
    return State.EMPTY;
  }

  private static boolean isOurs(String name) {
    return name.equals(TEMPORARY) || name.equals(LOST_AND_FOUND);
  }

  /** Creates root and marker. Of two processes that do so at once, both use the first's marker. */
  void create() throws IOException {
    Files.createDirectories(path);
    createTemporary();
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String text = HexFormat.of().formatHex(random);
    Path draft = temporary().resolve("root-" + text);
    Files.writeString(draft, text + "\n", StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
    try {
      Files.createLink(path.resolve(MARKER), draft);
    } catch (FileAlreadyExistsException e) {
      marker(); // another process was first, and its marker is as good
    } catch (UnsupportedOperationException e) {
      Files.move(draft, path.resolve(MARKER)); // a file system without links
    } finally {
      Files.deleteIfExists(draft);
    }
    force(path);
    Path parent = path.getParent();
    if (parent != null) {
      force(parent);
    }
  }

  void createTemporary() throws IOException {
    Files.createDirectories(temporary());
  }

  /** Makes what was renamed into {@code directory} survive a crash. */
  static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** The marker's id, or empty when there is none. */
  private Optional<String> marker() throws IOException {
    Path file = path.resolve(MARKER);
    try {
      if (Files.size(file) > MARKER_LIMIT) {
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean markerReadable() {
    try {
      Optional<String> found = marker();
      if (found.isEmpty()) {
        return false;
      }
      String known = id.compareAndExchange(null, found.get());
      return known == null || known.equals(found.get());
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean full() {
    try {
      return fileStore().getUsableSpace() < SLACK_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean readOnly() {
    try {
      return fileStore().isReadOnly();
    } catch (IOException e) {
      return false;
    }
  }

  private FileStore fileStore() throws IOException {
    return Files.getFileStore(path);
  }

  /** What lies between the root and a file. */
  enum Way {
    /** Directories only. */
    OPEN,
    /** A directory that is not there. */
    MISSING,
    /** Something that is no directory: a file, or a link that could lead out of the root. */
    BLOCKED
  }

  /** Looks at the directories between the root and {@code file}, following no link. */
  Way wayTo(Path file) throws IOException {
    Path directory = path;
    for (int i = path.getNameCount(); i < file.getNameCount() - 1; i++) {
      directory = directory.resolve(file.getName(i));
      try {
        if (!attributes(directory).isDirectory()) {
          return Way.BLOCKED;
        }
      } catch (NoSuchFileException e) {
        return Way.MISSING;
      }
    }
    return Way.OPEN;
  }

  /** Attributes of the object that a file is, or empty when there is none at that place. */
  Optional<BasicFileAttributes> object(Path file) throws IOException {
    try {
      return wayTo(file) == Way.OPEN
          ? Optional.of(attributes(file)).filter(BasicFileAttributes::isRegularFile)
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The directory of a file below the root. */
  static Path directoryOf(Path file) {
    Path parent = file.getParent();
    if (parent == null) {
      throw new IllegalArgumentException("a file below the root has a directory");
    }
    return parent;
  }

  /** Attributes of what is there itself, not of what a link points to. */
  static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
