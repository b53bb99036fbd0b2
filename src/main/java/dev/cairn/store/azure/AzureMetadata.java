package dev.cairn.store.azure;

import com.azure.storage.blob.models.BlobDownloadHeaders;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.models.BlobProperties;
import dev.cairn.store.HeaderText;
import dev.cairn.store.ObjectMetadata;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Headers and user metadata on their way to Azure and back. Names of user metadata must be
 * identifiers there. Pure.
 *
 * @see <a
 *     href="https://learn.microsoft.com/rest/api/storageservices/setting-and-retrieving-properties-and-metadata-for-blob-resources">properties
 *     and metadata</a>
 */
final class AzureMetadata {

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]*");

  private AzureMetadata() {}

  /**
   * The content headers of a put.
   *
   * @throws IllegalArgumentException when a header holds other than printable ASCII
   */
  static BlobHttpHeaders headers(ObjectMetadata metadata) {
    BlobHttpHeaders headers = new BlobHttpHeaders();
    metadata.contentType().map(HeaderText::requirePlain).ifPresent(headers::setContentType);
    metadata.contentEncoding().map(HeaderText::requirePlain).ifPresent(headers::setContentEncoding);
    metadata.contentLanguage().map(HeaderText::requirePlain).ifPresent(headers::setContentLanguage);
    metadata
        .contentDisposition()
        .map(HeaderText::requirePlain)
        .ifPresent(headers::setContentDisposition);
    metadata.cacheControl().map(HeaderText::requirePlain).ifPresent(headers::setCacheControl);
    return headers;
  }

  /**
   * User metadata of a put.
   *
   * @throws IllegalArgumentException when a name is no identifier
   */
  static Map<String, String> user(ObjectMetadata metadata) {
    Map<String, String> user = new HashMap<>();
    metadata.user().forEach((name, value) -> user.put(requireName(name), HeaderText.encode(value)));
    return user;
  }

  private static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a name of user metadata must be of lower-case letters, digits and _ for Azure");
    }
    return name;
  }

  static ObjectMetadata of(BlobProperties told) {
    return new ObjectMetadata(
        text(told.getContentType()),
        text(told.getContentEncoding()),
        text(told.getContentLanguage()),
        text(told.getContentDisposition()),
        text(told.getCacheControl()),
        decoded(told.getMetadata()));
  }

  static ObjectMetadata of(BlobDownloadHeaders told) {
    return new ObjectMetadata(
        text(told.getContentType()),
        text(told.getContentEncoding()),
        text(told.getContentLanguage()),
        text(told.getContentDisposition()),
        text(told.getCacheControl()),
        decoded(told.getMetadata()));
  }

  private static Optional<String> text(@Nullable String value) {
    return Optional.ofNullable(value).filter(v -> !v.isEmpty());
  }

  private static Map<String, String> decoded(@Nullable Map<String, String> told) {
    Map<String, String> user = new HashMap<>();
    if (told != null) {
      told.forEach(
          (name, value) -> user.put(name.toLowerCase(Locale.ROOT), HeaderText.decode(value)));
    }
    return user;
  }
}
