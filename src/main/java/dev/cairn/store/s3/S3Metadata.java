package dev.cairn.store.s3;

import dev.cairn.store.HeaderText;
import dev.cairn.store.ObjectMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Headers and user metadata on their way to S3 and back. Pure.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html">Working
 *     with object metadata</a>
 */
final class S3Metadata {

  private static final Pattern NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]+");

  /**
   * A framing that belongs to one upload and which some servers keep as if it were the object's.
   */
  private static final Pattern UPLOAD_FRAMING = Pattern.compile("aws-chunked\\s*,?\\s*");

  private S3Metadata() {}

  /**
   * Adds the metadata to a put.
   *
   * @throws IllegalArgumentException when a header holds other than printable ASCII, or a name of
   *     user metadata is none for a header field
   */
  static void apply(ObjectMetadata metadata, PutObjectRequest.Builder put) {
    put.metadata(checked(metadata));
    metadata.contentEncoding().ifPresent(put::contentEncoding);
    metadata.contentLanguage().ifPresent(put::contentLanguage);
    metadata.contentDisposition().ifPresent(put::contentDisposition);
    metadata.cacheControl().ifPresent(put::cacheControl);
  }

  /**
   * Adds the metadata to an upload in parts.
   *
   * @throws IllegalArgumentException as for a put
   */
  static void apply(ObjectMetadata metadata, CreateMultipartUploadRequest.Builder upload) {
    upload.metadata(checked(metadata));
    metadata.contentEncoding().ifPresent(upload::contentEncoding);
    metadata.contentLanguage().ifPresent(upload::contentLanguage);
    metadata.contentDisposition().ifPresent(upload::contentDisposition);
    metadata.cacheControl().ifPresent(upload::cacheControl);
  }

  /** The user metadata as S3 takes it, all headers being such as can be sent. */
  private static Map<String, String> checked(ObjectMetadata metadata) {
    Stream.of(
            metadata.contentType(),
            metadata.contentEncoding(),
            metadata.contentLanguage(),
            metadata.contentDisposition(),
            metadata.cacheControl())
        .flatMap(Optional::stream)
        .forEach(HeaderText::requirePlain);
    Map<String, String> user = new HashMap<>();
    metadata.user().forEach((name, value) -> user.put(requireName(name), HeaderText.encode(value)));
    return user;
  }

  static ObjectMetadata of(HeadObjectResponse answer) {
    return new ObjectMetadata(
        text(answer.contentType()),
        encoding(answer.contentEncoding()),
        text(answer.contentLanguage()),
        text(answer.contentDisposition()),
        text(answer.cacheControl()),
        user(answer.metadata()));
  }

  static ObjectMetadata of(GetObjectResponse answer) {
    return new ObjectMetadata(
        text(answer.contentType()),
        encoding(answer.contentEncoding()),
        text(answer.contentLanguage()),
        text(answer.contentDisposition()),
        text(answer.cacheControl()),
        user(answer.metadata()));
  }

  private static Optional<String> text(@Nullable String value) {
    return Optional.ofNullable(value).filter(v -> !v.isEmpty());
  }

  private static Optional<String> encoding(@Nullable String value) {
    return value == null ? Optional.empty() : text(UPLOAD_FRAMING.matcher(value).replaceAll(""));
  }

  private static Map<String, String> user(Map<String, String> told) {
    Map<String, String> user = new HashMap<>();
    told.forEach((name, value) -> user.put(name, HeaderText.decode(value)));
    return user;
  }

  private static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a name of user metadata must be a header name in lower case");
    }
    return name;
  }
}
