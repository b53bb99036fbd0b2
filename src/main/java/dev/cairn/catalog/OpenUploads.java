package dev.cairn.catalog;

import dev.cairn.store.FailureDetail;
import dev.cairn.store.FailureKind;
import dev.cairn.store.OpenUpload;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreOperation;
import dev.cairn.store.UploadJournal;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * Journals of the uploads in parts of all entries, in the database. It writes on a thread of its
 * own: the threads that upload may be interrupted, and an interrupt would close H2's file.
 * Thread-safe.
 */
@ApplicationScoped
public class OpenUploads {
  private static final Logger LOG = Logger.getLogger(OpenUploads.class);
  private static final long PATIENCE_SECONDS = 10;

  private @Inject OpenUploadRows rows;
  private @Inject Node node;

  private final ExecutorService writer = Executors.newSingleThreadExecutor(OpenUploads::thread);
  private final Set<String> atWork = ConcurrentHashMap.newKeySet();

  /** Transactions find their surroundings by the context class loader. */
  private static Thread thread(Runnable writes) {
    Thread thread = new Thread(writes, "cairn-uploads");
    thread.setDaemon(true);
    thread.setContextClassLoader(OpenUploads.class.getClassLoader());
    return thread;
  }

  /** The journal of one entry. */
  public UploadJournal journal(String entry) {
    return new EntryJournal(entry);
  }

  /** An upload of an entry. */
  record Left(String entry, OpenUpload upload) {}

  /** What this server began, before its last start or since, and is not at work on. */
  List<Left> left() {
    return rows.all().stream()
        .filter(row -> row.owner().equals(node.owner()) || node.earlierBootOf(row.owner()))
        .filter(row -> !atWork.contains(mark(row.entry(), row.upload())))
        .map(row -> new Left(row.entry(), row.upload()))
        .toList();
  }

  /** True when any server has it in its journal. */
  boolean knows(String entry, OpenUpload upload) {
    return rows.all().stream()
        .anyMatch(row -> row.entry().equals(entry) && row.upload().id().equals(upload.id()));
  }

  /** It has ended. */
  void forget(Left left) {
    rows.delete(left.entry(), left.upload().id());
  }

  private static String mark(String entry, OpenUpload upload) {
    return entry + " " + upload.id();
  }

  @PreDestroy
  void stop() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("the journal of uploads was not written to its end; the next start reads it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class EntryJournal implements UploadJournal {
    private final String entry;

    EntryJournal(String entry) {
      this.entry = entry;
    }

    @Override
    public void begun(OpenUpload upload) {
      atWork.add(mark(entry, upload));
      Future<?> written = writer.submit(() -> rows.insert(entry, upload));
      try {
        written.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure(FailureKind.CONNECTION, upload, "interrupted", e);
      } catch (ExecutionException | TimeoutException e) {
        throw failure(
            FailureKind.UNAVAILABLE, upload, "the database did not take note of the upload", e);
      }
    }

    @Override
    public void ended(OpenUpload upload) {
      writer.execute(
          () -> {
            try {
              rows.delete(entry, upload.id());
            } catch (RuntimeException e) {
              LOG.warnf("an upload that has ended is still in the journal: %s", e.getMessage());
            } finally {
              left(upload);
            }
          });
    }

    @Override
    public void left(OpenUpload upload) {
      atWork.remove(mark(entry, upload));
    }

    private RetryableStoreException failure(
        FailureKind kind, OpenUpload upload, String summary, Exception cause) {
      return new RetryableStoreException(
          FailureDetail.of(kind, StoreOperation.PUT, entry, upload.key(), summary), cause);
    }
  }
}
