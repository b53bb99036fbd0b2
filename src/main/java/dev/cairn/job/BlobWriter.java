package dev.cairn.job;

import dev.cairn.migration.ChunkWork;
import dev.cairn.migration.CopyWindow;
import jakarta.batch.api.chunk.AbstractItemWriter;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;

/** Waits for the copies of a chunk and records those up to the first without an outcome. */
@Dependent
@Named("blobWriter")
public class BlobWriter extends AbstractItemWriter {
  private @Inject BlobChunk chunk;

  @Override
  public void writeItems(List<Object> items) throws Exception {
    ChunkWork work = chunk.work();
    if (work == null) {
      return;
    }
    try {
      work.record(items.stream().map(CopyWindow.Handle.class::cast).toList());
      chunk.checkFailure();
    } catch (InterruptedException | RuntimeException | Error e) {
      chunk.escaped(e);
      if (!chunk.stopping()) {
        throw e;
      }
    }
  }
}
