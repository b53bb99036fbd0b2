package dev.cairn.store.azure;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a request is authorized with. Never shown: {@code toString} tells the kind alone. */
public sealed interface AzureCredentials {

  /**
   * The shared key of a storage account.
   *
   * @param account name of the account
   * @param key base64
   */
  record AccountKey(String account, String key) implements AzureCredentials {
    @Override
    public String toString() {
      return "account key";
    }
  }

  /**
   * A shared access signature.
   *
   * @param token query string that the signature is part of, with or without question mark
   */
  record Sas(String token) implements AzureCredentials {
    @Override
    public String toString() {
      return "shared access signature";
    }
  }

  /**
   * The credentials in a connection string. Its endpoints are ignored: where a container lies is
   * said by the settings.
   *
   * @throws IllegalArgumentException when it has neither account name and key nor a signature; the
   *     message holds nothing of it
   * @see <a
   *     href="https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string">connection
   *     strings</a>
   */
  static AzureCredentials ofConnectionString(String text) {
    Map<String, String> parts = new HashMap<>();
    for (String part : text.strip().split(";")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        String name = part.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        parts.put(name, part.substring(equals + 1).strip());
      }
    }
    String account = parts.get("accountname");
    String key = parts.get("accountkey");
    if (account != null && key != null) {
      return new AccountKey(account, key);
    }
    String signature = parts.get("sharedaccesssignature");
    if (signature != null) {
      return new Sas(signature);
    }
    throw new IllegalArgumentException(
        "a connection string needs AccountName and AccountKey, or SharedAccessSignature");
  }
}
