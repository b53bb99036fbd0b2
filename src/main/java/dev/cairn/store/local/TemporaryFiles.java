package dev.cairn.store.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/** Files that are being written, beside the objects, in the same file system. Thread-safe. */
final class TemporaryFiles {

  /**
   * Age from which a file counts as left behind by a crash. Long, because other processes may be
   * writing theirs.
   */
  static final Duration LEFT_BEHIND = Duration.ofHours(24);

  private static final Logger LOG = Logger.getLogger(TemporaryFiles.class);

  private final LocalRoot root;
  private final String stem = Long.toHexString(new SecureRandom().nextLong());
  private final AtomicLong counter = new AtomicLong();

  TemporaryFiles(LocalRoot root) {
    this.root = root;
  }

  /** A file under its temporary name. */
  record Temporary(Path path, FileChannel channel) {}

  /** Creates a file that nobody else writes. The caller closes the channel. */
  Temporary create() throws IOException {
    Path path = root.temporary().resolve(stem + "-" + Long.toHexString(counter.incrementAndGet()));
    try {
      return new Temporary(path, open(path));
    } catch (NoSuchFileException e) {
      if (!root.markerReadable()) {
        throw e; // a root that is not mounted must not be written to
      }
      root.createTemporary();
      return new Temporary(path, open(path));
    }
  }

  private static FileChannel open(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** Removes a file that will not be published. Its failure must not hide that of the put. */
  void discard(Temporary temporary) {
    try {
      Files.deleteIfExists(temporary.path);
    } catch (IOException e) {
      LOG.debugf(e, "%s stays until it is %s old", temporary.path, LEFT_BEHIND);
    }
  }

  /** Removes what earlier processes left behind. */
  void reap(Instant now) throws IOException {
    Instant limit = now.minus(LEFT_BEHIND);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(root.temporary())) {
      for (Path file : files) {
        reap(file, limit);
      }
    }
  }

  private static void reap(Path file, Instant limit) throws IOException {
    Instant written;
    try {
      written = LocalRoot.attributes(file).lastModifiedTime().toInstant();
    } catch (NoSuchFileException e) {
      return; // renamed to its final name meanwhile
    }
    if (written.isBefore(limit)) {
      Files.deleteIfExists(file);
    }
  }
}
