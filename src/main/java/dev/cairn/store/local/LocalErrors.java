package dev.cairn.store.local;

import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/**
 * Turns errors of the file system into store failures.
 *
 * <p>Java tells a few error numbers by the class of the exception and the others by text alone.
 * Text never decides here: for the others the surroundings are asked. A root without its marker, a
 * full and a read-only file system are told that way; what remains (EIO, ESTALE, ETIMEDOUT and
 * their like) may clear by itself. Names that are too long never get so far, see {@link
 * LocalNames}.
 */
final class LocalErrors {

  private final String entry;
  private final Surroundings surroundings;

  LocalErrors(String entry, Surroundings surroundings) {
    this.entry = entry;
    this.surroundings = surroundings;
  }

  /**
   * What an error means.
   *
   * @param kind what went wrong
   * @param retryable whether it may clear by itself
   */
  record Meaning(FailureKind kind, boolean retryable) {}

  /** The meaning of {@code error} in these surroundings. */
  static Meaning classify(IOException error, Surroundings surroundings) {
    if (error instanceof ClosedChannelException) {
      return retryable(FailureKind.CONNECTION); // closed by an interrupt
    }
    if (!surroundings.markerReadable()) {
      return retryable(FailureKind.UNAVAILABLE);
    }
    if (error instanceof NoSuchFileException) {
      return permanent(FailureKind.NOT_FOUND);
    }
    if (error instanceof AccessDeniedException) {
      return permanent(FailureKind.ACCESS_DENIED);
    }
    if (error instanceof FileAlreadyExistsException) {
      return permanent(FailureKind.ALREADY_EXISTS);
    }
    if (error instanceof NotDirectoryException
        || error instanceof DirectoryNotEmptyException
        || error instanceof FileSystemLoopException) {
      return permanent(FailureKind.UNSUPPORTED);
    }
    if (error instanceof AtomicMoveNotSupportedException) {
      return permanent(FailureKind.INVALID); // another file system mounted inside the root
    }
    if (surroundings.full()) {
      return permanent(FailureKind.STORAGE_FULL);
    }
    return surroundings.readOnly()
        ? permanent(FailureKind.ACCESS_DENIED)
        : retryable(FailureKind.UNAVAILABLE);
  }

  private static Meaning retryable(FailureKind kind) {
    return new Meaning(kind, true);
  }

  private static Meaning permanent(FailureKind kind) {
    return new Meaning(kind, false);
  }

  /** The failure that stands for {@code error}. */
  RuntimeException failure(StoreOperation operation, @Nullable ObjectKey key, IOException error) {
    Meaning meaning = classify(error, surroundings);
    FailureDetail detail = FailureDetail.of(meaning.kind(), operation, entry, key, summary(error));
    return meaning.retryable()
        ? new RetryableStoreException(detail, error)
        : new PermanentStoreException(detail, error);
  }

  private static String summary(IOException error) {
    String type = error.getClass().getSimpleName();
    String text = error instanceof FileSystemException f ? f.getReason() : error.getMessage();
    return text == null ? type : type + ", " + text;
  }

  PermanentStoreException permanent(
      FailureKind kind, StoreOperation operation, @Nullable ObjectKey key, String summary) {
    return new PermanentStoreException(
        FailureDetail.of(kind, operation, entry, key, summary), null);
  }

  RetryableStoreException retryable(
      FailureKind kind, StoreOperation operation, @Nullable ObjectKey key, String summary) {
    return new RetryableStoreException(
        FailureDetail.of(kind, operation, entry, key, summary), null);
  }

  /** Makes sure that "absent" is a positive answer: the root is the one it was. */
  void requireMarker(StoreOperation operation, @Nullable ObjectKey key) {
    if (!surroundings.markerReadable()) {
      throw retryable(
          FailureKind.UNAVAILABLE,
          operation,
          key,
          "the root does not carry its marker " + LocalRoot.MARKER + "; is it mounted?");
    }
  }
}
