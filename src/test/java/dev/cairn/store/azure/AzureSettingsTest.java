package dev.cairn.store.azure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cairn.store.FailureKind;
import dev.cairn.store.ObjectKey;
import dev.cairn.store.PermanentStoreException;
import dev.cairn.store.StoreOperation;
import java.net.URI;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureSettingsTest {
  private static final String ACCOUNT = "https://account.blob.core.windows.net";
  private static final AzureCredentials SECRET = new AzureCredentials.AccountKey("account", "hush");

  private static AzureSettings settings(String endpoint, String container, String prefix) {
    return new AzureSettings(
        "archive", URI.create(endpoint), container, prefix, SECRET, AzureSettings.Limits.DEFAULT);
  }

  private static String identity(String endpoint, String container, String prefix) {
    return settings(endpoint, container, prefix).description().physicalIdentity();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://account.blob.core.windows.net/",
        "https://account.blob.core.windows.net:443",
        "https://ACCOUNT.blob.core.windows.net"
      })
  void endpointsThatLeadToTheSameAccountAreTheSameStorage(String other) {
    assertEquals(identity(ACCOUNT, "blobs", "p"), identity(other, "blobs", "p/"));
  }

  @Test
  void otherAccountsContainersOrPrefixesAreOtherStorage() {
    String one = identity(ACCOUNT, "blobs", "p");
    assertNotEquals(one, identity("https://other.blob.core.windows.net", "blobs", "p"));
    assertNotEquals(one, identity(ACCOUNT, "other", "p"));
    assertNotEquals(one, identity(ACCOUNT, "blobs", ""));
    assertNotEquals(
        identity("http://127.0.0.1:10000/one", "blobs", ""),
        identity("http://127.0.0.1:10000/other", "blobs", ""));
  }

  @Test
  void showsNoSecret() {
    assertFalse(settings(ACCOUNT, "blobs", "").toString().contains("hush"));
    assertFalse(new AzureCredentials.Sas("sig=hush").toString().contains("hush"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a b", "a--b", "-a", "a/b"})
  void refusesWhatIsNoContainer(String name) {
    assertThrows(IllegalArgumentException.class, () -> settings(ACCOUNT, name, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://x", "account", "https://u:p@x", "https://x?sig=hush"})
  void refusesWhatIsNoEndpoint(String endpoint) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> settings(endpoint, "blobs", ""));
    assertFalse(String.valueOf(e.getMessage()).contains("hush"));
  }

  @ParameterizedTest
  @CsvSource({
    "a\\b, UNSUPPORTED",
    "a., UNSUPPORTED",
    "a./b, UNSUPPORTED",
    "a/../b, UNSUPPORTED",
    "./b, UNSUPPORTED"
  })
  void refusesKeysThatAzureWouldChange(String key, FailureKind kind) {
    PermanentStoreException e =
        assertThrows(
            PermanentStoreException.class,
            () ->
                settings(ACCOUNT, "blobs", "")
                    .fullKey(
                        new ObjectKey(key),
                        StoreOperation.PUT,
                        new AzureFailures("archive", InstantSource.system())));
    assertEquals(kind, e.kind());
  }

  @Test
  void prefixAndKeyTogetherMayHave1024Characters() {
    AzureFailures failures = new AzureFailures("archive", InstantSource.system());
    AzureSettings settings = settings(ACCOUNT, "blobs", "p");
    String key = "k".repeat(1022);
    assertEquals("p/" + key, settings.fullKey(new ObjectKey(key), StoreOperation.PUT, failures));
    assertThrows(
        PermanentStoreException.class,
        () -> settings.fullKey(new ObjectKey(key + "k"), StoreOperation.PUT, failures));
  }

  @Test
  void aConnectionStringGivesItsCredentials() {
    assertEquals(
        new AzureCredentials.AccountKey("one", "a2V5PT0="),
        AzureCredentials.ofConnectionString(
            "DefaultEndpointsProtocol=https;AccountName=one;AccountKey=a2V5PT0=;"
                + "EndpointSuffix=core.windows.net\n"));
    assertEquals(
        new AzureCredentials.Sas("sv=2024&sig=x%3D"),
        AzureCredentials.ofConnectionString(
            "BlobEndpoint=https://one.blob.core.windows.net;SharedAccessSignature=sv=2024&sig=x%3D"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hush", "AccountName=hush", "AccountKey=hush", "=hush;="})
  void aConnectionStringWithoutCredentialsIsRefusedAndNotShown(String text) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> AzureCredentials.ofConnectionString(text));
    assertFalse(String.valueOf(e.getMessage()).contains("hush"));
  }
}
