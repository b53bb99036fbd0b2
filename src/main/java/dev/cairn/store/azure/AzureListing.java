package dev.cairn.store.azure;

import com.azure.core.http.rest.PagedResponse;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.ListBlobsOptions;
import dev.cairn.store.FailureKind;
import dev.cairn.store.ListPage;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.StoreOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a container. Azure continues a listing only where it stopped itself, at a token; where a
 * page ended is therefore remembered with its token, so that going on costs nothing. A listing that
 * starts in the middle, as after a restart, reads from the first name on: one request per 5,000
 * blobs. Thread-safe.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/storageservices/list-blobs">List Blobs</a>
 */
final class AzureListing {

  private static final int PAGE = 5000;
  private static final int REMEMBERED = 128;

  private final BlobContainerAsyncClient client;
  private final AzureSettings settings;
  private final AzureFailures failures;
  private final Map<Place, Position> positions =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Position> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Where a page ended. */
  private record Place(String prefix, @Nullable ObjectKey after) {}

  /**
   * What follows there.
   *
   * @param read entries that were read with the page and not given yet
   * @param token where Azure goes on, or null at the end
   */
  private record Position(List<ListPage.Entry> read, @Nullable String token) {}

  AzureListing(BlobContainerAsyncClient client, AzureSettings settings, AzureFailures failures) {
    this.client = client;
    this.settings = settings;
    this.failures = failures;
  }

  ListPage page(String prefix, @Nullable ObjectKey after, int limit) {
    Position known = after == null ? null : remembered(new Place(prefix, after));
    Cursor cursor = new Cursor(prefix, after, known);
    int size = known == null && after != null ? PAGE : limit;
    List<ListPage.Entry> entries = new ArrayList<>();
    while (entries.size() < limit && cursor.hasNext(size)) {
      entries.add(cursor.next());
    }
    if (!cursor.hasNext(size)) {
      return new ListPage(entries, Optional.empty());
    }
    ObjectKey last = entries.get(entries.size() - 1).key();
    remember(new Place(prefix, last), cursor.position());
    return new ListPage(entries, Optional.of(last));
  }

  private synchronized @Nullable Position remembered(Place place) {
    return positions.get(place);
  }

  private synchronized void remember(Place place, Position position) {
    positions.put(place, position);
  }

  /** One way through the container, from a place on. For one thread. */
  private final class Cursor {
    private final String prefix;
    private final @Nullable ObjectKey after;
    private @Nullable ObjectKey last;
    private @Nullable String token;
    private boolean begun;
    private List<ListPage.Entry> read = List.of();
    private int index;

    Cursor(String prefix, @Nullable ObjectKey after, @Nullable Position known) {
      this.prefix = prefix;
      this.after = after;
      if (known != null) {
        begun = true;
        read = known.read();
        token = known.token();
        last = after;
      }
    }

    boolean hasNext(int size) {
      while (true) {
        if (index < read.size()) {
          if (after == null || read.get(index).key().compareTo(after) > 0) {
            return true;
          }
          index++;
        } else if (begun && token == null) {
          return false;
        } else {
          fetch(size);
        }
      }
    }

    ListPage.Entry next() {
      return read.get(index++);
    }

    Position position() {
      return new Position(List.copyOf(read.subList(index, read.size())), token);
    }

    private void fetch(int size) {
      String asked = token;
      PagedResponse<BlobItem> answer = ask(prefix, asked, size, StoreOperation.LIST);
      begun = true;
      index = 0;
      read = new ArrayList<>();
      for (BlobItem item : answer.getValue()) {
        add(item);
      }
      String told = answer.getContinuationToken();
      token = told == null || told.isEmpty() ? null : told;
      if (token != null && token.equals(asked)) {
        throw wrong("the listing goes on with the same token again");
      }
    }

    private void add(BlobItem item) {
      if (!item.getName().startsWith(settings.prefix() + prefix)) {
        throw wrong("the listing left its prefix");
      }
      String name = item.getName().substring(settings.prefix().length());
      if (name.isEmpty()) {
        return; // a marker of the prefix itself
      }
      ObjectKey key = new ObjectKey(name);
      if (last != null && key.compareTo(last) <= 0) {
        throw wrong("the listing is not in byte order of keys");
      }
      last = key;
      // not the MD5 that is shown: Azure took it from whoever committed the blocks, unchecked
      read.add(new ListPage.Entry(key, item.getProperties().getContentLength()));
    }
  }

  /** Asks for one name, to see that account and container are what they should be. */
  void probe(StoreOperation operation) {
    ask("", null, 1, operation);
  }

  private PagedResponse<BlobItem> ask(
      String prefix, @Nullable String token, int size, StoreOperation operation) {
    ListBlobsOptions options =
        new ListBlobsOptions().setPrefix(settings.prefix() + prefix).setMaxResultsPerPage(size);
    try {
      PagedResponse<BlobItem> answer = client.listBlobs(options, token).byPage(size).next().block();
      if (answer == null || answer.getValue() == null) {
        throw failures.permanent(
            FailureKind.INVALID, operation, null, "the answer is not that of Azure Blob Storage");
      }
      return answer;
    } catch (RuntimeException e) {
      throw failures.translate(operation, null, e);
    }
  }

  private PermanentStoreException wrong(String summary) {
    return failures.permanent(FailureKind.CORRUPT, StoreOperation.LIST, null, summary);
  }
}
