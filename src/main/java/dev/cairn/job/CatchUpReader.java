package dev.cairn.job;

import dev.cairn.migration.CatchUp;
import dev.cairn.migration.CatchUpTransactions;
import dev.cairn.migration.ChunkWork;
import dev.cairn.migration.MigrationSession;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/** Reads what changed behind the plan's number, up to a watermark taken now. */
@Dependent
@Named("catchUpReader")
public class CatchUpReader extends BlobReader {
  private @Inject CatchUpTransactions transactions;

  @Override
  ChunkWork begin(MigrationSession session) {
    transactions.takeWatermark(session);
    return new CatchUp(session);
  }
}
