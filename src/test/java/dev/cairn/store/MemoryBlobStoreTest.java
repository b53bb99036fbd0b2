package dev.cairn.store;

import dev.cairn.testkit.MemoryBlobStore;

class MemoryBlobStoreTest extends BlobStoreContract {
  @Override
  protected BlobStore newStore() {
    return new MemoryBlobStore("memory");
  }
}
