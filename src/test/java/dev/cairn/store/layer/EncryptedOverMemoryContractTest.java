package dev.cairn.store.layer;

import dev.cairn.store.BlobStore;
import dev.cairn.store.BlobStoreContract;
import dev.cairn.testkit.Layers;
import dev.cairn.testkit.MemoryBlobStore;
import dev.cairn.testkit.SampleKeys;

class EncryptedOverMemoryContractTest extends BlobStoreContract {

  @Override
  protected BlobStore newStore() {
    return Layers.encrypted("memory", new MemoryBlobStore("memory"), SampleKeys.of(1, 2));
  }
}
