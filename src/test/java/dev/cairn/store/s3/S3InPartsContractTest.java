package dev.cairn.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cairn.store.BlobStore;
import dev.cairn.testkit.RecordingJournal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The contract where every object that has any bytes is uploaded in parts. */
class S3InPartsContractTest extends S3BlobStoreTest {

  private final RecordingJournal journal = new RecordingJournal();

  @Override
  protected BlobStore newStore() {
    S3PartSizes parts = new S3PartSizes(0, S3PartSizes.SMALLEST_PART);
    return new S3BlobStore(S3Samples.with(newSettings(), parts), journal);
  }

  /** S3 knows the hashes of the parts, not that of the whole. */
  @Override
  protected boolean keepsChecksums() {
    return false;
  }

  /** The server does not find an upload again whose key has a control character. */
  @AfterEach
  void nothingIsLeftBehind() {
    assertEquals(List.of(), journal.open());
    assertEquals(
        List.of(),
        store.openUploads().stream()
            .filter(upload -> upload.key().value().chars().noneMatch(Character::isISOControl))
            .toList());
  }
}
