package dev.cairn.store.azure;

import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreDescription.Capability;
import dev.cairn.store.StoreOperation;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One storage entry on Azure Blob Storage.
 *
 * @param name entry name, for failures and log lines
 * @param endpoint {@code http} or {@code https} URI of the account's blob service, such as {@code
 *     https://account.blob.core.windows.net}; emulators have the account as its path
 * @param container must exist; it is never created
 * @param prefix put before every key, taken from it again in listings; a final slash is added when
 *     it is missing; empty for the whole container
 * @param credentials what requests are authorized with
 * @param limits bounds on connections and waits
 */
public record AzureSettings(
    String name,
    URI endpoint,
    String container,
    String prefix,
    AzureCredentials credentials,
    Limits limits) {

  private static final Set<String> SCHEMES = Set.of("http", "https");

  /** Most characters of a blob's name. */
  private static final int LONGEST_NAME = 1024;

  // backslashes become slashes, a dot that ends a segment is lost, control characters are refused
  private static final Pattern CHANGED = Pattern.compile("[\\\\\\p{Cntrl}]|\\.(/|$)");

  /**
   * Bounds of the client's own. They should lie inside those that the layers in front keep.
   *
   * @param connect on the set-up of a connection; default 5 s, at least 1 ms
   * @param read on the wait for the next byte of an answer, the first included; default 25 s, at
   *     least 1 ms
   */
  public record Limits(Duration connect, Duration read) {
    /** The defaults. */
    public static final Limits DEFAULT = new Limits(Duration.ofSeconds(5), Duration.ofSeconds(25));
  }

  /**
   * @throws IllegalArgumentException when a value is out of its bounds
   */
  public AzureSettings {
    if (!container.matches("[a-z0-9$](-?[a-z0-9])*") || container.length() > 63) {
      throw new IllegalArgumentException(
          "container must be a name of lower-case letters, digits and single hyphens, was '"
              + container
              + "'");
    }
    if (!isBase(endpoint)) {
      throw new IllegalArgumentException(
          "endpoint must look like https://account.blob.core.windows.net, without user or query");
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
        && uri.getRawQuery() == null;
  }

  /** What a store with these settings is; without secrets, without asking anybody. */
  public StoreDescription description() {
    String place = container + (prefix.isEmpty() ? "" : "/" + prefix);
    String server = endpoint.toString();
    return new StoreDescription(
        "azure",
        server + (server.endsWith("/") ? "" : "/") + place,
        "azure|" + identity() + "|" + container + "|" + prefix,
        EnumSet.of(Capability.RANGE, Capability.LIST, Capability.CONDITIONAL_PUT));
  }

  private String identity() {
    boolean plain = endpoint.getScheme().equalsIgnoreCase("http");
    int port = endpoint.getPort() < 0 ? (plain ? 80 : 443) : endpoint.getPort();
    String path = endpoint.getRawPath().replaceAll("/+$", "");
    return endpoint.getHost().toLowerCase(Locale.ROOT) + ":" + port + path;
  }

  /**
   * The name of a blob in the container.
   *
   * @throws dev.cairn.store.PermanentStoreException {@link FailureKind#INVALID} when prefix and key
   *     together are longer than Azure allows; {@link FailureKind#UNSUPPORTED} for a key that Azure
   *     would change
   * @see <a
   *     href="https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata">names</a>
   */
  String fullKey(ObjectKey key, StoreOperation operation, AzureFailures failures) {
    String full = prefix + key.value();
    if (full.length() > LONGEST_NAME) {
      throw failures.permanent(
          FailureKind.INVALID,
          operation,
          key,
          "prefix and key together are longer than " + LONGEST_NAME + " characters");
    }
    if (CHANGED.matcher(full).find()) {
      throw failures.permanent(
          FailureKind.UNSUPPORTED,
          operation,
          key,
          "Azure keeps no backslash, control character, or dot at the end of a part of the name");
    }
    return full;
  }
}
