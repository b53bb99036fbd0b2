package dev.cairn.catalog;

import dev.cairn.retry.RetryPolicy;
import dev.cairn.store.BlobHash;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.OpenUpload;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.RetryableStoreException;
import dev.cairn.store.StoreDirectory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Aborts uploads in parts that nobody will complete: those that a dead server or an outage left in
 * the journal, and once a day those of managed blobs that no journal knows and that are older than
 * a day. Each try is one attempt, so that an outage costs little. Called by one thread.
 */
@ApplicationScoped
public class UploadSweeper {
  private static final Logger LOG = Logger.getLogger(UploadSweeper.class);
  private static final Duration ORPHAN_AGE = Duration.ofDays(1);
  private static final Duration ORPHAN_INTERVAL = Duration.ofDays(1);

  private @Inject OpenUploads uploads;
  private @Inject StoreDirectory directory;
  private @Inject RetryPolicy policy;
  private @Inject Clock clock;

  private final Set<String> told = new HashSet<>();
  private Instant orphansSought = Instant.MIN;

  /** Does what is to be done now. */
  public void sweep() {
    Map<String, List<OpenUploads.Left>> left =
        uploads.left().stream().collect(Collectors.groupingBy(OpenUploads.Left::entry));
    left.forEach(this::abortLeft);
    if (orphansSought.plus(ORPHAN_INTERVAL).isBefore(clock.instant())) {
      orphansSought = clock.instant();
      directory.names().forEach(this::abortOrphans);
    }
  }

  private void abortLeft(String entry, List<OpenUploads.Left> left) {
    if (!directory.names().contains(entry)) {
      return; // it may be declared again
    }
    tell(
        entry,
        store -> {
          for (OpenUploads.Left each : left) {
            store.abort(each.upload());
            uploads.forget(each);
            LOG.infof(
                "aborted an upload in parts that was left behind entry=%s blob=%s",
                entry, each.upload().key());
          }
        });
  }

  private void abortOrphans(String entry) {
    Instant old = clock.instant().minus(ORPHAN_AGE);
    tell(
        entry,
        store -> {
          for (OpenUpload upload : store.openUploads()) {
            boolean orphan =
                upload.begun().isBefore(old)
                    && BlobHash.fromKey(upload.key()).isPresent()
                    && !uploads.knows(entry, upload);
            if (orphan) {
              store.abort(upload);
              LOG.infof(
                  "aborted an upload in parts that nobody knows entry=%s blob=%s begun=%s",
                  entry, upload.key(), upload.begun());
            }
          }
        });
  }

  @FunctionalInterface
  private interface Work {
    void on(ChainedStore store);
  }

  /** What fails is told once, and tried again at the next call. */
  private void tell(String entry, Work work) {
    try (ChainedStore store = directory.open(entry, policy.withMaxAttempts(1))) {
      work.on(store);
      told.remove(entry);
    } catch (RetryableStoreException | PermanentStoreException | IllegalArgumentException e) {
      if (told.add(entry)) {
        LOG.warnf(
            "uploads in parts that nobody completes could not be aborted and go on to take up room;"
                + " it is tried again: %s",
            e.getMessage());
      }
    }
  }
}
