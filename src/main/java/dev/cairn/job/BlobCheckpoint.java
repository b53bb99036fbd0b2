package dev.cairn.job;

import dev.cairn.migration.ChunkWork;
import jakarta.batch.api.chunk.AbstractCheckpointAlgorithm;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/** A checkpoint after so many blobs, after fifteen seconds, and at the end of every range. */
@Dependent
@Named("blobCheckpoint")
public class BlobCheckpoint extends AbstractCheckpointAlgorithm {
  private @Inject BlobChunk chunk;

  @Override
  public boolean isReadyToCheckpoint() {
    ChunkWork work = chunk.work();
    return work != null && work.checkpointDue();
  }
}
