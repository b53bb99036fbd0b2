package dev.cairn.store.s3;

import dev.cairn.store.BlobStore;
import dev.cairn.testkit.Layers;

/** The contract against a real S3 server, with all layers in front. */
class S3BehindItsLayersTest extends S3BlobStoreTest {

  @Override
  protected BlobStore newStore() {
    return Layers.over("s3", super.newStore());
  }
}
