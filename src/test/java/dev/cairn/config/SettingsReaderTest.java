package dev.cairn.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.layer.RequestLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReaderTest {
  private static final Map<String, String> LOCAL =
      Map.of(
          "cairn.storage.entries", "main, archive",
          "cairn.storage.main.type", "local",
          "cairn.storage.main.root", "/data/main",
          "cairn.storage.archive.type", "s3",
          "cairn.storage.archive.bucket", "blobs",
          "cairn.storage.archive.access-key", "env:KEY",
          "cairn.storage.archive.secret-key", "file:/run/secret");

  private static Settings read(Map<String, String> values) {
    return new SettingsReader(key -> Optional.ofNullable(values.get(key))).read();
  }

  private static String errorsOf(Map<String, String> more) {
    Map<String, String> values = new HashMap<>(LOCAL);
    values.putAll(more);
    return String.valueOf(
        assertThrows(ConfigurationException.class, () -> read(values)).getMessage());
  }

  @Test
  void defaultsAreThoseOfTheReference() {
    Settings settings = read(LOCAL);
    assertEquals(5, settings.retry().maxAttempts());
    assertEquals(Duration.ofSeconds(30), settings.retry().maxElapsed());
    assertEquals(Duration.ofSeconds(10), settings.timeouts().metadata());
    assertEquals(2, settings.entries().size());
    assertEquals("main", settings.entries().get(0).name());
    assertFalse(settings.production());
  }

  @Test
  void withoutAnyEntryAWorkingExampleIsShown() {
    ConfigurationException e = assertThrows(ConfigurationException.class, () -> read(Map.of()));
    assertTrue(String.valueOf(e.getMessage()).contains("cairn.storage.main.type=local"));
  }

  @ParameterizedTest
  @CsvSource({
    "cairn.mode, test, must be one of",
    "cairn.retry.max-attempts, 0, from 1 to 100",
    "cairn.retry.max-attempts, many, from 1 to 100",
    "cairn.retry.base-ms, 20000, cairn.retry.cap-ms=10000",
    "cairn.timeout.stall-ms, 31000, cairn.retry.max-elapsed-ms=30000",
    "cairn.run.outage-ms, 40000, 42000",
    "cairn.run.lease-ms, 9000, twice",
    "cairn.storage.main.type, ftp, must be one of",
    "cairn.storage.main.root, data, absolute",
    "cairn.storage.archive.bucket, '', is required",
    "cairn.storage.archive.endpoint, 'ftp://x', http or https",
    "cairn.storage.archive.endpoint, 'https://u:p@x', without user",
    "cairn.storage.archive.secret-key, '', set both",
    "cairn.storage.main.encryption-keys, 'env:ONE, env:ONE', twice",
    "cairn.storage.main.max-parallel, 0, from 1 to 1000",
    "cairn.storage.archive.single-put-bytes, 1000, from 5242880",
    "cairn.storage.entries, 'main,main', twice",
    "cairn.storage.entries, 'Main_1', is no name",
  })
  void whatIsWrongIsNamedWithKeyAndRemedy(String key, String value, String remedy) {
    String errors = errorsOf(Map.of(key, value));
    assertTrue(errors.contains(remedy), errors);
  }

  private static Map<String, String> azure(Map<String, String> more) {
    Map<String, String> values = new HashMap<>(LOCAL);
    values.put("cairn.storage.archive.type", "azure");
    values.put("cairn.storage.archive.container", "blobs");
    values.put("cairn.storage.archive.endpoint", "https://one.blob.core.windows.net");
    values.put("cairn.storage.archive.account-key", "env:KEY");
    values.putAll(more);
    return values;
  }

  @ParameterizedTest
  @CsvSource({
    "https://one.blob.core.windows.net, '', one",
    "http://127.0.0.1:10000/two, '', two",
    "https://blobs.example.org, three, three"
  })
  void theAccountIsFoundInTheEndpointUnlessItIsSet(String endpoint, String set, String account) {
    Map<String, String> values =
        azure(
            Map.of(
                "cairn.storage.archive.endpoint", endpoint, "cairn.storage.archive.account", set));
    EntrySettings.Azure entry = (EntrySettings.Azure) read(values).entries().get(1);
    assertEquals(account, entry.account());
    assertEquals(EntrySettings.AzureSecret.ACCOUNT_KEY, entry.credentials());
  }

  @ParameterizedTest
  @CsvSource({
    "container, '', is required",
    "endpoint, '', is required",
    "endpoint, 'https://one.example.org/?sig=hush', without user or query",
    "account-key, '', exactly one",
    "account-key, 'hush', must be a reference",
    "sas, 'env:SAS', exactly one"
  })
  void whatIsWrongWithAnAzureEntryIsNamed(String part, String value, String remedy) {
    Map<String, String> values = azure(Map.of("cairn.storage.archive." + part, value));
    String errors =
        String.valueOf(assertThrows(ConfigurationException.class, () -> read(values)).getMessage());
    assertTrue(errors.contains(remedy), errors);
    assertFalse(errors.contains("hush"), errors);
  }

  @Test
  void aSecretInPlaceOfAReferenceIsNeverShown() {
    String errors = errorsOf(Map.of("cairn.storage.archive.secret-key", "wJalrXUtnFEMI"));
    assertTrue(errors.contains("cairn.storage.archive.secret-key"), errors);
    assertFalse(errors.contains("wJalr"), errors);
  }

  @Test
  void limitsMayChangeAndWrongOnesLeaveThemAsTheyWere() {
    Map<String, String> values = new HashMap<>();
    LimitsReader reader = new LimitsReader(key -> Optional.ofNullable(values.get(key)));
    assertEquals(RequestLimits.DEFAULT, reader.read("archive"));
    values.put("cairn.storage.archive.max-parallel", "4");
    values.put("cairn.storage.archive.max-bytes-per-second", "50000000");
    assertEquals(new RequestLimits(4, 0, 50_000_000), reader.read("archive"));
    values.put("cairn.storage.archive.max-parallel", "none");
    assertEquals(new RequestLimits(4, 0, 50_000_000), reader.read("archive"));
    values.clear();
    assertEquals(RequestLimits.DEFAULT, reader.read("archive"));
  }

  @Test
  void encryptionKeysAreReferencesInOrder() {
    Map<String, String> values = new HashMap<>(LOCAL);
    values.put("cairn.storage.main.encryption-keys", "file:/run/new , env:OLD");
    assertEquals(
        List.of(new SecretReference("file:/run/new"), new SecretReference("env:OLD")),
        read(values).entries().get(0).encryptionKeys());
    assertEquals(List.of(), read(LOCAL).entries().get(1).encryptionKeys());
    String errors = errorsOf(Map.of("cairn.storage.main.encryption-keys", "env:OLD,c2VjcmV0"));
    assertTrue(errors.contains("cairn.storage.main.encryption-keys: must be a reference"), errors);
    assertFalse(errors.contains("c2VjcmV0"), errors);
  }

  @Test
  void allErrorsAreReportedAtOnce() {
    String errors = errorsOf(Map.of("cairn.mode", "x", "cairn.retry.cap-ms", "y"));
    assertTrue(errors.contains("cairn.mode=x") && errors.contains("cairn.retry.cap-ms=y"), errors);
  }

  @Test
  void aMistypedKeyIsToldFromADeclaredOne() {
    assertTrue(KnownKeys.contains("cairn.storage.my-entry.bucket"));
    assertFalse(KnownKeys.contains("cairn.retry.max-atempts"));
    assertEquals("cairn.retry.max-attempts", KnownKeys.nearest("cairn.retry.max-atempts"));
  }
}
