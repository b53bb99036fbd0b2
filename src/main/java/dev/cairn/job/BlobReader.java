package dev.cairn.job;

import dev.cairn.migration.ChunkWork;
import dev.cairn.migration.MigrationSession;
import jakarta.batch.api.chunk.ItemReader;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads the blobs of a chunk step; where it begins is what the ledger says, not the engine's
 * checkpoint.
 */
abstract class BlobReader implements ItemReader {
  private static final Logger LOG = Logger.getLogger(BlobReader.class);

  private @Inject BlobChunk chunk;

  /** The walk that feeds the step. */
  abstract ChunkWork begin(MigrationSession session);

  @Override
  public final void open(@Nullable Serializable checkpoint) {
    if (checkpoint != null) {
      LOG.debugf("the engine offers checkpoint %s; the ledger decides", checkpoint);
    }
    Optional<LiveRun> run = chunk.segment();
    try {
      run.ifPresent(r -> chunk.begin(begin(r.session())));
    } catch (RuntimeException | Error e) {
      chunk.escaped(e);
      throw e;
    }
  }

  @Override
  public final @Nullable Object readItem() {
    ChunkWork work = chunk.work();
    if (work == null) {
      return null;
    }
    try {
      return work.read();
    } catch (RuntimeException | Error e) {
      chunk.escaped(e);
      if (chunk.stopping()) {
        return null;
      }
      throw e;
    }
  }

  @Override
  public final @Nullable Serializable checkpointInfo() {
    ChunkWork work = chunk.work();
    return work == null ? null : work.checkpoint();
  }

  @Override
  public final void close() {
    chunk.close();
  }
}
