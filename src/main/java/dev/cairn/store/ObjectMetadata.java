package dev.cairn.store;

import java.util.Map;
import java.util.Optional;

/**
 * What travels with an object beside its bytes.
 *
 * @param contentType media type
 * @param contentEncoding content encoding
 * @param contentLanguage content language
 * @param contentDisposition content disposition
 * @param cacheControl cache control
 * @param user user metadata, names in lower case
 */
public record ObjectMetadata(
    Optional<String> contentType,
    Optional<String> contentEncoding,
    Optional<String> contentLanguage,
    Optional<String> contentDisposition,
    Optional<String> cacheControl,
    Map<String, String> user) {

  /** No metadata at all. */
  public static final ObjectMetadata NONE =
      new ObjectMetadata(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  /** Copies the map. */
  public ObjectMetadata {
    user = Map.copyOf(user);
  }
}
