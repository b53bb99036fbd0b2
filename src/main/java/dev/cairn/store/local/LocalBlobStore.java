package dev.cairn.store.local;

import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ByteRange;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.ObjectMetadata;
import dev.cairn.store.PutRequest;
import dev.cairn.store.PutResult;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreDescription.Capability;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Objects as files below a root directory, each under its key as a relative path. Thread-safe.
 *
 * <ul>
 *   <li>The root carries a marker file. "Absent" is answered only while the marker can be read: an
 *       unmounted file system leaves an empty directory behind.
 *   <li>A put writes to a temporary name, forces the file to disk and renames it. Directories are
 *       forced by {@link #sync}.
 *   <li>Keys that no file can have as its name are refused with UNSUPPORTED, and so is a key that
 *       continues another one with a slash. Links are not objects and are not followed. No metadata
 *       is kept.
 *   <li>The version is made of size, modification time and file identity. A change that leaves all
 *       three alone is not noticed, and it changes when a file system comes back under another
 *       device number.
 *   <li>A put that must find a version is exclusive within this store object only.
 * </ul>
 */
public final class LocalBlobStore implements BlobStore {

  private final LocalSettings settings;
  private final TimeSource time;
  private final LocalRoot root;
  private final LocalErrors errors;
  private final LocalNames names;
  private final TemporaryFiles temporaries;
  private final DirtyDirectories dirty = new DirtyDirectories();
  private final LocalWriter writer;
  private final LocalPublisher publisher;
  private final LocalReader reader;
  private final LocalListing listing;

  /** A store that touches no file before it is initialized. */
  public LocalBlobStore(LocalSettings settings) {
    this(settings, TimeSource.SYSTEM, LocalListing.BOUND);
  }

  LocalBlobStore(LocalSettings settings, TimeSource time, int listingBound) {
    this.settings = settings;
    this.time = time;
    this.root = new LocalRoot(settings.root());
    this.errors = new LocalErrors(settings.entry(), root);
    this.names = new LocalNames(root.path(), errors);
    this.temporaries = new TemporaryFiles(root);
    this.writer = new LocalWriter(settings.entry(), errors);
    this.publisher = new LocalPublisher(root, errors, dirty);
    this.reader = new LocalReader(errors);
    this.listing = new LocalListing(root, errors, time, listingBound);
  }

  @Override
  public StoreDescription describe() {
    return new StoreDescription(
        "local",
        root.path().toString(),
        "local:" + root.path(),
        EnumSet.of(
            Capability.RANGE,
            Capability.LIST,
            Capability.CONDITIONAL_PUT,
            Capability.READ_WITHOUT_REQUEST));
  }

  /**
   * Verifies the root and removes files that a crash left half written more than 24 hours ago.
   * Creates root and marker only where the settings allow it, and only when nothing is there.
   *
   * @throws dev.cairn.store.PermanentStoreException INVALID when the root is missing, is no
   *     directory, or holds files but no marker
   * @throws dev.cairn.store.RetryableStoreException UNAVAILABLE when the root is empty and may not
   *     be created: its file system may not be mounted yet
   */
  @Override
  public void initialize() {
    try {
      switch (root.state()) {
        case READY -> root.createTemporary();
        case MISSING -> createIfAllowed(invalid("the root does not exist: "));
        case EMPTY ->
            createIfAllowed(
                errors.retryable(
                    FailureKind.UNAVAILABLE,
                    StoreOperation.INITIALIZE,
                    null,
                    "the root is empty, is it mounted? " + root.path()));
        case NOT_A_DIRECTORY -> throw invalid("the root is no directory: ");
        case FOREIGN ->
            throw invalid(
                "the root holds files but no "
                    + LocalRoot.MARKER
                    + "; to use them, create that file with a random text in it: ");
      }
      errors.requireMarker(StoreOperation.INITIALIZE, null);
      temporaries.reap(time.now());
    } catch (IOException e) {
      throw errors.failure(StoreOperation.INITIALIZE, null, e);
    }
  }

  private void createIfAllowed(RuntimeException otherwise) throws IOException {
    if (!settings.mayCreate()) {
      throw otherwise;
    }
    root.create();
  }

  private RuntimeException invalid(String summary) {
    return errors.permanent(
        FailureKind.INVALID, StoreOperation.INITIALIZE, null, summary + root.path());
  }

  @Override
  public Optional<ObjectInfo> stat(ObjectKey key) {
    Path file = names.file(StoreOperation.STAT, key);
    try {
      return present(StoreOperation.STAT, key, file).map(attributes -> info(key, attributes));
    } catch (IOException e) {
      throw errors.failure(StoreOperation.STAT, key, e);
    }
  }

  /** The attributes of an object, or empty when it is sure that there is none. */
  private Optional<BasicFileAttributes> present(StoreOperation operation, ObjectKey key, Path file)
      throws IOException {
    Optional<BasicFileAttributes> found = root.object(file);
    if (found.isEmpty()) {
      errors.requireMarker(operation, key);
    }
    return found;
  }

  private static ObjectInfo info(ObjectKey key, BasicFileAttributes attributes) {
    return new ObjectInfo(
        key,
        attributes.size(),
        Optional.of(version(attributes)),
        Optional.of(attributes.lastModifiedTime().toInstant()),
        Optional.empty(),
        ObjectMetadata.NONE);
  }

  static String version(BasicFileAttributes attributes) {
    Object identity = attributes.fileKey();
    return Long.toHexString(attributes.size())
        + "-"
        + Long.toHexString(attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS))
        + "-"
        + Integer.toHexString(identity == null ? 0 : identity.hashCode());
  }

  @Override
  public <T extends @Nullable Object> T read(
      ObjectKey key, @Nullable ByteRange range, BodyHandler<T> handler) {
    Path file = names.file(StoreOperation.READ, key);
    LocalReader.Look look =
        () -> present(StoreOperation.READ, key, file).map(attributes -> info(key, attributes));
    return reader.read(new LocalReader.Source(key, file, look), range, handler);
  }

  /** {@inheritDoc} The hash of the result is that of the bytes as they were written. */
  @Override
  public PutResult put(PutRequest request) {
    ObjectKey key = request.key();
    LocalPublisher.Target target =
        new LocalPublisher.Target(key, names.file(StoreOperation.PUT, key), request.condition());
    try {
      publisher.refuseEarly(target);
      return new PutResult(Optional.of(write(request, target)), request.sha256());
    } catch (IOException e) {
      throw errors.failure(StoreOperation.PUT, key, e);
    }
  }

  private String write(PutRequest request, LocalPublisher.Target target) throws IOException {
    TemporaryFiles.Temporary temporary = temporaries.create();
    boolean published = false;
    try {
      try (var channel = temporary.channel()) {
        writer.write(request, channel);
      }
      String version = version(LocalRoot.attributes(temporary.path()));
      publisher.publish(temporary.path(), target);
      published = true;
      return version;
    } catch (NoSuchFileException e) {
      throw vanished(request.key(), e);
    } catch (IOException e) {
      throw errors.failure(StoreOperation.PUT, request.key(), e); // before the file is removed
    } finally {
      if (!published) {
        temporaries.discard(temporary);
      }
    }
  }

  private RuntimeException vanished(ObjectKey key, NoSuchFileException e) {
    errors.requireMarker(StoreOperation.PUT, key);
    return errors.retryable(
        FailureKind.UNAVAILABLE,
        StoreOperation.PUT,
        key,
        "files vanish while they are written: " + e.getFile());
  }

  @Override
  public void delete(ObjectKey key) {
    Path file = names.file(StoreOperation.DELETE, key);
    try {
      if (present(StoreOperation.DELETE, key, file).isPresent()) {
        Files.deleteIfExists(file);
        dirty.add(LocalRoot.directoryOf(file));
        removeEmptyParents(key, file);
      }
    } catch (IOException e) {
      throw errors.failure(StoreOperation.DELETE, key, e);
    }
  }

  /** So that a key may be used after the keys that continued it are gone. */
  private void removeEmptyParents(ObjectKey key, Path file) throws IOException {
    if (BlobHash.fromKey(key).isPresent()) {
      return;
    }
    Path directory = LocalRoot.directoryOf(file);
    while (!directory.equals(root.path()) && removed(directory)) {
      directory = LocalRoot.directoryOf(directory);
      dirty.add(directory);
    }
  }

  private static boolean removed(Path directory) throws IOException {
    try {
      return Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      return false;
    }
  }

  @Override
  public ListPage list(String prefix, @Nullable ObjectKey after, int limit) {
    if (limit < 1 || limit > 1000) {
      throw new IllegalArgumentException("limit must be 1 to 1000, was " + limit);
    }
    try {
      ListPage page = listing.page(prefix, after, limit);
      errors.requireMarker(StoreOperation.LIST, null); // or an unmounted root would look empty
      return page;
    } catch (NoSuchFileException e) {
      throw errors.retryable(
          FailureKind.UNAVAILABLE, StoreOperation.LIST, null, "the root is gone: " + root.path());
    } catch (IOException e) {
      throw errors.failure(StoreOperation.LIST, null, e);
    }
  }

  @Override
  public void sync() {
    try {
      dirty.force();
      errors.requireMarker(StoreOperation.SYNC, null);
    } catch (IOException e) {
      throw errors.failure(StoreOperation.SYNC, null, e);
    }
  }

  @Override
  public void close() {
    listing.clear();
  }
}
