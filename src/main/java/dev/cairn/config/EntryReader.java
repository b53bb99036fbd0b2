package dev.cairn.config;

import dev.cairn.config.EntrySettings.AzureSecret;
import dev.cairn.store.s3.S3PartSizes;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the declaration of one storage entry. */
final class EntryReader {
  private final Values values;
  private final List<String> errors;

  EntryReader(Values values, List<String> errors) {
    this.values = values;
    this.errors = errors;
  }

  Optional<EntrySettings> read(String name) {
    if (!name.matches("[a-z0-9-]{1,32}")) {
      errors.add(
          "cairn.storage.entries: '"
              + name
              + "' is no name; use a-z, 0-9 and -, at most 32 characters");
      return Optional.empty();
    }
    var unused = LimitsReader.read(values, name); // applied later and again, wrong ones told now
    String type = values.oneOf(key(name, "type"), List.of("local", "s3", "azure"));
    return switch (type) {
      case "s3" -> s3(name);
      case "azure" -> azure(name);
      default -> local(name);
    };
  }

  private static String key(String name, String part) {
    return "cairn.storage." + name + "." + part;
  }

  private Optional<EntrySettings> local(String name) {
    String root = required(name, "root", "an absolute directory");
    try {
      Path path = Path.of(root);
      if (!root.isEmpty() && !path.isAbsolute()) {
        errors.add(key(name, "root") + "=" + root + ": must be an absolute path");
      }
      return Optional.of(new EntrySettings.Local(name, path, encryptionKeys(name)));
    } catch (InvalidPathException e) {
      errors.add(key(name, "root") + "=" + root + ": is no path: " + e.getReason());
      return Optional.empty();
    }
  }

  private Optional<EntrySettings> s3(String name) {
    Optional<SecretReference> access = secret(name, "access-key");
    Optional<SecretReference> secret = secret(name, "secret-key");
    if (access.isPresent() != secret.isPresent()) {
      errors.add(
          key(name, "access-key")
              + " and "
              + key(name, "secret-key")
              + ": set both, or neither to search the AWS default chain");
    }
    return Optional.of(
        new EntrySettings.S3(
            name,
            required(name, "bucket", "the name of a bucket that exists"),
            values.text(key(name, "prefix")),
            values.text(key(name, "region")),
            endpoint(name),
            values.oneOf(key(name, "path-style"), List.of("false", "true")).equals("true"),
            values.oneOf(key(name, "checksum"), List.of("sha256", "off")).equals("sha256"),
            access,
            secret,
            secret(name, "session-token"),
            values.number(
                key(name, "single-put-bytes"),
                S3PartSizes.SMALLEST_PART,
                S3PartSizes.DEFAULT.single()),
            encryptionKeys(name)));
  }

  private Optional<EntrySettings> azure(String name) {
    String container = required(name, "container", "the name of a container that exists");
    Optional<URI> endpoint = azureEndpoint(name);
    Map<AzureSecret, SecretReference> given = new EnumMap<>(AzureSecret.class);
    for (AzureSecret kind : AzureSecret.values()) {
      secret(name, kind.key()).ifPresent(reference -> given.put(kind, reference));
    }
    boolean one =
        Stream.of(AzureSecret.values())
                .filter(kind -> !values.text(key(name, kind.key())).isEmpty())
                .count()
            == 1;
    if (!one) {
      errors.add(
          key(name, "account-key") + ": set exactly one of account-key, sas and connection-string");
    }
    if (endpoint.isEmpty() || given.size() != 1) {
      return Optional.empty();
    }
    Map.Entry<AzureSecret, SecretReference> secret = given.entrySet().iterator().next();
    return Optional.of(
        new EntrySettings.Azure(
            name,
            endpoint.get(),
            container,
            values.text(key(name, "prefix")),
            account(name, endpoint.get()),
            secret.getKey(),
            secret.getValue(),
            encryptionKeys(name)));
  }

  private Optional<URI> azureEndpoint(String name) {
    String text = required(name, "endpoint", "https://account.blob.core.windows.net");
    return text.isEmpty() ? Optional.empty() : uri(name, text, true);
  }

  /** As it is set; else the path of an emulator, or the first part of Azure's own host names. */
  private String account(String name, URI endpoint) {
    String set = values.text(key(name, "account"));
    String path = endpoint.getPath().replace("/", "");
    return !set.isEmpty() ? set : !path.isEmpty() ? path : endpoint.getHost().split("\\.")[0];
  }

  private String required(String name, String part, String what) {
    String value = values.text(key(name, part));
    if (value.isEmpty()) {
      errors.add(key(name, part) + ": is required: " + what);
    }
    return value;
  }

  private Optional<URI> endpoint(String name) {
    String text = values.text(key(name, "endpoint"));
    return text.isEmpty() ? Optional.empty() : uri(name, text, false);
  }

  private Optional<URI> uri(String name, String text, boolean pathAllowed) {
    try {
      URI uri = new URI(text);
      boolean right =
          ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
              && uri.getHost() != null
              && uri.getUserInfo() == null
              && uri.getQuery() == null
              && (pathAllowed || uri.getPath().isEmpty() || uri.getPath().equals("/"))
              && uri.getFragment() == null;
      if (right) {
        return Optional.of(uri);
      }
    } catch (URISyntaxException e) {
      errors.add(key(name, "endpoint") + ": is no URI");
      return Optional.empty();
    }
    errors.add(
        key(name, "endpoint")
            + ": must be an http or https URI with a host, without user"
            + (pathAllowed ? " or query" : ", path or query"));
    return Optional.empty();
  }

  private List<SecretReference> encryptionKeys(String name) {
    String part = "encryption-keys";
    List<SecretReference> keys =
        Stream.of(values.text(key(name, part)).split(","))
            .flatMap(text -> reference(name, part, text.strip()).stream())
            .toList();
    if (keys.stream().distinct().count() < keys.size()) {
      errors.add(key(name, part) + ": names a reference twice");
    }
    return keys;
  }

  private Optional<SecretReference> secret(String name, String part) {
    return reference(name, part, values.text(key(name, part)));
  }

  /** A value that is no reference may be the secret itself: it is never shown. */
  private Optional<SecretReference> reference(String name, String part, String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!SecretReference.valid(text)) {
      errors.add(
          key(name, part)
              + ": must be a reference, env:NAME or file:/path; a secret never stands in the configuration");
      return Optional.empty();
    }
    return Optional.of(new SecretReference(text));
  }
}
