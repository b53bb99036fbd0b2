package dev.cairn.job;

import dev.cairn.migration.ChunkWork;
import dev.cairn.migration.CopyPartition;
import dev.cairn.migration.MigrationSession;
import jakarta.batch.api.BatchProperty;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Arrays;

/** Reads the ranges that the mapper dealt to this partition. */
@Dependent
@Named("copyReader")
public class CopyReader extends BlobReader {
  @Inject
  @BatchProperty(name = CopyMapper.RANGES)
  private String ranges;

  @Override
  ChunkWork begin(MigrationSession session) {
    return new CopyPartition(
        session, Arrays.stream(ranges.split(",")).map(Integer::valueOf).toList(), System::nanoTime);
  }
}
