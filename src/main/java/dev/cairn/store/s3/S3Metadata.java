package dev.cairn.store.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cairn.store.ObjectMetadata;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * Headers and user metadata on their way to S3 and back. S3 carries user metadata in header fields
 * and so only ASCII; other values travel as one encoded word of RFC 2047 (UTF-8, base64), which is
 * how S3 itself shows them. Pure.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html">Working
 *     with object metadata</a>
 */
final class S3Metadata {

  private static final Pattern NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern PLAIN = Pattern.compile("[\\x20-\\x7e]*");
  private static final Pattern ENCODED = Pattern.compile("=\\?UTF-8\\?B\\?([A-Za-z0-9+/=]*)\\?=");

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
    Stream.of(
            metadata.contentType(),
            metadata.contentEncoding(),
            metadata.contentLanguage(),
            metadata.contentDisposition(),
            metadata.cacheControl())
        .flatMap(Optional::stream)
        .forEach(S3Metadata::requirePlain);
    metadata.contentEncoding().ifPresent(put::contentEncoding);
    metadata.contentLanguage().ifPresent(put::contentLanguage);
    metadata.contentDisposition().ifPresent(put::contentDisposition);
    metadata.cacheControl().ifPresent(put::cacheControl);
    Map<String, String> user = new HashMap<>();
    metadata.user().forEach((name, value) -> user.put(requireName(name), encode(value)));
    put.metadata(user);
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
    told.forEach((name, value) -> user.put(name, decode(value)));
    return user;
  }

  private static void requirePlain(String header) {
    if (!PLAIN.matcher(header).matches()) {
      throw new IllegalArgumentException("a content header must be printable ASCII");
    }
  }

  private static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a name of user metadata must be a header name in lower case");
    }
    return name;
  }

  /** As it is where it survives as a header; else as an encoded word. */
  static String encode(String value) {
    boolean safe =
        PLAIN.matcher(value).matches() && value.equals(value.strip()) && !value.startsWith("=?");
    return safe
        ? value
        : "=?UTF-8?B?" + Base64.getEncoder().encodeToString(value.getBytes(UTF_8)) + "?=";
  }

  /** The inverse of {@link #encode}; what it never makes is left as it is. */
  static String decode(String told) {
    Matcher word = ENCODED.matcher(told);
    if (!word.matches()) {
      return told;
    }
    try {
      return new String(Base64.getDecoder().decode(word.group(1)), UTF_8);
    } catch (IllegalArgumentException e) {
      return told; // looks like an encoded word and is none
    }
  }
}
