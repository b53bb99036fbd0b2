package dev.cairn.store.layer;

import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import dev.cairn.testkit.Layers;
import dev.cairn.testkit.MemoryBlobStore;

class ChainOverMemoryContractTest extends BlobStoreContract {

  @Override
  protected BlobStore newStore() {
    return Layers.over("memory", new MemoryBlobStore("memory"));
  }
}
