package dev.cairn.job;

import dev.cairn.migration.ChunkWork;
import dev.cairn.migration.RangeWalk;
import jakarta.batch.api.chunk.ItemProcessor;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/**
 * Begins the copy of a blob and hands its handle on; never null, so that the cursor comes from what
 * is written.
 */
@Dependent
@Named("blobProcessor")
public class BlobProcessor implements ItemProcessor {
  private @Inject BlobChunk chunk;

  @Override
  public Object processItem(Object item) throws Exception {
    ChunkWork work = chunk.work();
    if (work == null) {
      throw new IllegalStateException("there is nothing to process before the reader was opened");
    }
    try {
      Object handle = work.submit((RangeWalk.Item) item);
      chunk.checkFailure();
      return handle;
    } catch (InterruptedException | RuntimeException | Error e) {
      chunk.escaped(e);
      throw e;
    }
  }
}
