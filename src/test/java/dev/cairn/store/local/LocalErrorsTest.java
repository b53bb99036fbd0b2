package dev.cairn.store.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.cairn.store.FailureKind;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LocalErrorsTest {

  private record Fixed(boolean markerReadable, boolean full, boolean readOnly)
      implements Surroundings {}

  private static final Fixed GOOD = new Fixed(true, false, false);
  private static final Fixed UNMOUNTED = new Fixed(false, false, false);
  private static final Fixed FULL = new Fixed(true, true, false);
  private static final Fixed READ_ONLY = new Fixed(true, false, true);

  private static IOException unnamed() {
    return new IOException("No space left on device");
  }

  static Stream<Arguments> rows() {
    return Stream.of(
        arguments(new ClosedByInterruptException(), UNMOUNTED, FailureKind.CONNECTION, true),
        arguments(new NoSuchFileException("f"), GOOD, FailureKind.NOT_FOUND, false),
        arguments(new NoSuchFileException("f"), UNMOUNTED, FailureKind.UNAVAILABLE, true),
        arguments(new AccessDeniedException("f"), GOOD, FailureKind.ACCESS_DENIED, false),
        arguments(new AccessDeniedException("f"), UNMOUNTED, FailureKind.UNAVAILABLE, true),
        arguments(new FileAlreadyExistsException("f"), GOOD, FailureKind.ALREADY_EXISTS, false),
        arguments(new NotDirectoryException("f"), GOOD, FailureKind.UNSUPPORTED, false),
        arguments(new DirectoryNotEmptyException("f"), GOOD, FailureKind.UNSUPPORTED, false),
        arguments(new FileSystemLoopException("f"), GOOD, FailureKind.UNSUPPORTED, false),
        arguments(
            new AtomicMoveNotSupportedException("f", "g", "h"), GOOD, FailureKind.INVALID, false),
        arguments(unnamed(), GOOD, FailureKind.UNAVAILABLE, true),
        arguments(unnamed(), UNMOUNTED, FailureKind.UNAVAILABLE, true),
        arguments(unnamed(), FULL, FailureKind.STORAGE_FULL, false),
        arguments(unnamed(), READ_ONLY, FailureKind.ACCESS_DENIED, false),
        arguments(new FileSystemException("f"), FULL, FailureKind.STORAGE_FULL, false),
        arguments(new FileSystemException("f"), GOOD, FailureKind.UNAVAILABLE, true));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void anErrorMeansWhatItsClassAndTheSurroundingsSay(
      IOException error, Fixed surroundings, FailureKind kind, boolean retryable) {
    assertEquals(
        new LocalErrors.Meaning(kind, retryable), LocalErrors.classify(error, surroundings));
  }
}
