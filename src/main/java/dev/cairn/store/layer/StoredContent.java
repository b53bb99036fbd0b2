package dev.cairn.store.layer;

import dev.cairn.store.BlobHash;
import dev.cairn.store.BlobStore;
import dev.cairn.store.Content;
import dev.cairn.store.ObjectInfo;
import dev.cairn.store.PutRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.Optional;

/** Finds out whether an object is what a put wanted to store. */
final class StoredContent {

  private static final int BUFFER_BYTES = 64 * 1024;

  private StoredContent() {}

  /** The object that is there when its bytes are those of the request, else empty. */
  static Optional<ObjectInfo> equalTo(PutRequest request, BlobStore store) {
    return store
        .stat(request.key())
        .filter(found -> found.size() == request.content().size())
        .filter(found -> stored(request, store).equals(wanted(request)));
  }

  private static BlobHash stored(PutRequest request, BlobStore store) {
    return store.read(request.key(), null, (info, body) -> hash(body));
  }

  private static BlobHash wanted(PutRequest request) {
    return request.sha256().orElseGet(() -> hash(request.content()));
  }

  private static BlobHash hash(Content content) {
    try (InputStream in = content.open()) {
      return hash(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BlobHash hash(InputStream in) throws IOException {
    MessageDigest digest = BlobHash.newDigest();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      digest.update(buffer, 0, count);
    }
    return BlobHash.of(digest.digest());
  }
}
