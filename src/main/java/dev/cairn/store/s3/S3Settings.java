package dev.cairn.store.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreDescription.Capability;
import dev.cairn.store.StoreOperation;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One storage entry on S3.
 *
 * @param name entry name, for failures and log lines
 * @param bucket must exist; it is never created
 * @param prefix put before every key, taken from it again in listings; a final slash is added when
 *     it is missing; empty for the whole bucket
 * @param region default {@code us-east-1}, which servers other than Amazon's mostly take
 * @param endpoint {@code http} or {@code https} URI of the server; empty for Amazon's own
 * @param pathStyle true to name the bucket in the path instead of the host name
 * @param checksum default {@link S3Checksum#SHA256}
 * @param credentials empty to search them where the AWS SDK does: environment, profile, container,
 *     instance; those are renewed by themselves
 * @param limits bounds on connections and waits
 * @param sizes when an object goes in parts
 */
public record S3Settings(
    String name,
    String bucket,
    String prefix,
    String region,
    Optional<URI> endpoint,
    boolean pathStyle,
    S3Checksum checksum,
    Optional<S3Credentials> credentials,
    Limits limits,
    S3PartSizes sizes) {

  /** Region that is used where none is set. */
  public static final String DEFAULT_REGION = "us-east-1";

  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Pattern DOTS = Pattern.compile("(^|/)\\.{1,2}(/|$)");
  private static final String AMAZON = ".amazonaws.com";

  /**
   * Bounds on connections and waits. They are the client's own and should lie inside those that the
   * layers in front keep.
   *
   * @param connect on the set-up of a connection; default 5 s, at least 1 ms
   * @param read on the wait for the next byte of an answer, the first included; default 25 s, at
   *     least 1 ms
   * @param maxConnections most connections at a time; default 64, at least 1. Who finds them all in
   *     use waits as long as for a connect
   */
  public record Limits(Duration connect, Duration read, int maxConnections) {

    /** 5 s, 25 s, 64 connections. */
    public static final Limits DEFAULT =
        new Limits(Duration.ofSeconds(5), Duration.ofSeconds(25), 64);

    /**
     * @throws IllegalArgumentException when a number is outside its bounds; the message names it
     */
    public Limits {
      requirePositive("connect", connect);
      requirePositive("read", read);
      if (maxConnections < 1) {
        throw new IllegalArgumentException("maxConnections must be positive: " + maxConnections);
      }
    }

    private static void requirePositive(String what, Duration value) {
      if (value.toMillis() < 1) {
        throw new IllegalArgumentException(what + " must be at least 1 ms, was " + value);
      }
    }
  }

  /**
   * @throws IllegalArgumentException when the bucket or region is blank, the bucket holds a slash,
   *     or the endpoint is not an http or https URI of a host alone
   */
  public S3Settings {
    if (bucket.isBlank() || bucket.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "bucket must be a name without slash, was '" + bucket + "'");
    }
    if (region.isBlank()) {
      throw new IllegalArgumentException("region must not be blank");
    }
    if (endpoint.isPresent() && !isBase(endpoint.get())) {
      throw new IllegalArgumentException(
          "endpoint must look like https://host:port, without user, path or query");
    }
    if (!prefix.isEmpty() && !prefix.endsWith("/")) {
      prefix = prefix + "/";
    }
  }

  private static boolean isBase(URI uri) {
    return uri.getScheme() != null
        && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
        && uri.getHost() != null
        && uri.getRawUserInfo() == null
        && uri.getRawQuery() == null
        && Set.of("", "/").contains(uri.getRawPath());
  }

  /** What a store with these settings is; without secrets, without asking anybody. */
  public StoreDescription description() {
    String place = bucket + (prefix.isEmpty() ? "" : "/" + prefix);
    EnumSet<Capability> capabilities =
        EnumSet.of(Capability.RANGE, Capability.LIST, Capability.CONDITIONAL_PUT);
    if (checksum == S3Checksum.SHA256) {
      capabilities.add(Capability.NATIVE_CHECKSUM);
    }
    String server = endpoint.map(URI::toString).orElse("s3:");
    return new StoreDescription(
        "s3",
        server + (server.endsWith("/") ? "" : "/") + place,
        "s3|" + endpoint.map(S3Settings::identity).orElse("aws") + "|" + bucket + "|" + prefix,
        capabilities);
  }

  /**
   * The name of an object in the bucket.
   *
   * @throws dev.cairn.store.PermanentStoreException {@link FailureKind#INVALID} when prefix and key
   *     together are longer than S3 allows; {@link FailureKind#UNSUPPORTED} for a key with "." or
   *     ".." between slashes, from which proxies and servers make the path of another object
   */
  String fullKey(ObjectKey key, StoreOperation operation, S3Failures failures) {
    String full = prefix + key.value();
    if (full.getBytes(UTF_8).length > ObjectKey.MAX_BYTES) {
      throw failures.permanent(
          FailureKind.INVALID,
          operation,
          key,
          "prefix and key together are longer than " + ObjectKey.MAX_BYTES + " bytes");
    }
    if (DOTS.matcher(full).find()) {
      throw failures.permanent(
          FailureKind.UNSUPPORTED, operation, key, "a part of the key is '.' or '..'");
    }
    return full;
  }

  /** Host and port; Amazon's own hosts all lead to the same buckets. */
  private static String identity(URI uri) {
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    if (host.endsWith(AMAZON) && (host.startsWith("s3.") || host.startsWith("s3-"))) {
      return "aws";
    }
    boolean plain = uri.getScheme().equalsIgnoreCase("http");
    int port = uri.getPort() < 0 ? (plain ? 80 : 443) : uri.getPort();
    return host + ":" + port;
  }
}
