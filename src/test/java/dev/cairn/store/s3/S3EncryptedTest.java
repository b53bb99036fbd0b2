package dev.cairn.store.s3;

import dev.cairn.store.BlobStore;
import dev.cairn.testkit.Layers;
import dev.cairn.testkit.SampleKeys;

/** The contract against a real S3 server, with encrypted objects. */
class S3EncryptedTest extends S3BlobStoreTest {

  @Override
  protected BlobStore newStore() {
    return Layers.encrypted("s3", super.newStore(), SampleKeys.of(1, 2));
  }
}
