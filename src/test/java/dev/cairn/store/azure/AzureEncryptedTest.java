package dev.cairn.store.azure;

import dev.cairn.store.BlobStore;
import dev.cairn.testkit.Layers;
import dev.cairn.testkit.SampleKeys;

/** The contract against a real server of Azure's protocol, with encrypted objects. */
class AzureEncryptedTest extends AzureBlobStoreTest {

  @Override
  protected BlobStore newStore() {
    return Layers.encrypted("azure", super.newStore(), SampleKeys.of(1, 2));
  }
}
