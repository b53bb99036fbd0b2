package dev.cairn.catalog;

import dev.cairn.store.ChainedStore;
import dev.cairn.store.StoreDirectory;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The one store that the application reads and writes. It follows the active pointer: operations in
 * flight finish on the store they began with, which is closed when the last of them ends.
 * Thread-safe.
 */
@ApplicationScoped
public class LiveStore {
  private static final Logger LOG = Logger.getLogger(LiveStore.class);

  private @Inject StoreDirectory directory;
  private @Inject RegistryHead head;

  private final Object monitor = new Object();
  private @Nullable Holder current;
  private volatile Gate gate = Gate.UNREADABLE;

  /** The gate as it was seen last, at most a second ago. Never touches the database. */
  public Gate gate() {
    return gate;
  }

  /**
   * Takes the live store for one operation; close the lease when done.
   *
   * @throws dev.cairn.store.RetryableStoreException when the store was not usable yet and still is
   *     not
   * @throws dev.cairn.store.PermanentStoreException when its bucket, container or root does not
   *     exist
   */
  public Leased acquire() {
    Use use = use();
    try {
      use.holder().initialize();
      return use.lease();
    } catch (RuntimeException e) {
      use.lease().close();
      throw e;
    }
  }

  private record Use(Holder holder, Leased lease) {}

  private Use use() {
    synchronized (monitor) {
      if (current != null) {
        return new Use(current, current.lease());
      }
    }
    refresh();
    synchronized (monitor) {
      if (current == null) {
        throw new IllegalStateException("the live store is closed");
      }
      return new Use(current, current.lease());
    }
  }

  /** Name of the active entry. */
  public String activeEntry() {
    try (Leased leased = use().lease()) {
      return leased.entry();
    }
  }

  /**
   * Looks at the head row again, now: gate and pointer. The store is swapped when the pointer has
   * moved.
   */
  public void refresh() {
    Head now = head.read();
    gate = now.gate();
    String entry = now.pointer() == null ? directory.names().get(0) : now.pointer();
    synchronized (monitor) {
      if (current != null && current.pointerVersion == now.pointerVersion()) {
        return;
      }
      Holder old = current;
      current = new Holder(entry, directory.open(entry), now.pointerVersion());
      if (old != null) {
        LOG.infof("live store swapped from=%s to=%s", old.entry, entry);
        old.retire();
      }
    }
  }

  /**
   * Says that the head row could not be read: the gate counts as closed until it can be read again.
   */
  public void unreadable() {
    gate = Gate.UNREADABLE;
  }

  @PreDestroy
  void close() {
    synchronized (monitor) {
      if (current != null) {
        current.retire();
        current = null;
      }
    }
  }

  /** A store with the number of operations that use it. */
  private static final class Holder {
    private final String entry;
    private final ChainedStore store;
    private final long pointerVersion;
    private int users = 1;
    private volatile boolean initialized;

    Holder(String entry, ChainedStore store, long pointerVersion) {
      this.entry = entry;
      this.store = store;
      this.pointerVersion = pointerVersion;
    }

    synchronized Leased lease() {
      users++;
      return new Leased(entry, store, pointerVersion, this::retire);
    }

    /**
     * Once, before the first operation; a store that is not usable now is asked again by the next
     * one.
     */
    void initialize() {
      if (!initialized) {
        store.initialize();
        initialized = true;
      }
    }

    /** One user less; the owner counts as one. */
    void retire() {
      boolean last;
      synchronized (this) {
        users--;
        last = users == 0;
      }
      if (last) {
        store.close();
      }
    }
  }
}
