package dev.cairn.store.layer;

import java.util.List;
import java.util.Optional;

/**
 * The keys of one entry, in order: the first encrypts what is written, all decrypt what is read.
 *
 * @param ordered at least one, none twice
 */
public record EncryptionKeys(List<EncryptionKey> ordered) {

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException when it is empty or holds a key twice
   */
  public EncryptionKeys {
    ordered = List.copyOf(ordered);
    if (ordered.isEmpty()) {
      throw new IllegalArgumentException("at least one encryption key is needed");
    }
    if (ordered.stream().map(EncryptionKey::fingerprint).distinct().count() < ordered.size()) {
      throw new IllegalArgumentException("an encryption key is there twice");
    }
  }

  /** The key that encrypts. */
  EncryptionKey writeKey() {
    return ordered.get(0);
  }

  /** The key with this fingerprint (16 hexadecimal digits). */
  Optional<EncryptionKey> find(String fingerprint) {
    return ordered.stream().filter(key -> key.fingerprint().equals(fingerprint)).findFirst();
  }
}
