package dev.cairn.store.azure;

import dev.cairn.store.BlobStore;
import dev.cairn.testkit.Layers;

/** The contract against a real server of Azure's protocol, with all layers in front. */
class AzureBehindItsLayersTest extends AzureBlobStoreTest {

  @Override
  protected BlobStore newStore() {
    return Layers.over("azure", super.newStore());
  }
}
