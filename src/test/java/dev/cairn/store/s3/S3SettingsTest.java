package dev.cairn.store.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.store.StoreDescription.Capability;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3SettingsTest {

  private static S3Settings settings(@Nullable String endpoint, String bucket, String prefix) {
    return new S3Settings(
        "archive",
        bucket,
        prefix,
        S3Settings.DEFAULT_REGION,
        Optional.ofNullable(endpoint).map(URI::create),
        true,
        S3Checksum.SHA256,
        Optional.of(S3Samples.CREDENTIALS),
        S3Settings.Limits.DEFAULT,
        S3PartSizes.DEFAULT);
  }

  private static String identity(@Nullable String endpoint, String bucket, String prefix) {
    return settings(endpoint, bucket, prefix).description().physicalIdentity();
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:80, http://H/",
    "https://h:443, https://h",
    "https://s3.amazonaws.com, https://s3.eu-central-1.amazonaws.com",
    ", https://s3.amazonaws.com",
    ", https://s3-us-west-2.amazonaws.com",
  })
  void endpointsThatLeadToTheSameServerAreTheSameStorage(@Nullable String one, String other) {
    assertEquals(identity(one, "b", "p"), identity(other, "b", "p/"));
  }

  @Test
  void otherServersBucketsOrPrefixesAreOtherStorage() {
    String one = identity("http://h:9000", "b", "p/");

    assertNotEquals(one, identity("http://h:9001", "b", "p/"));
    assertNotEquals(one, identity("http://i:9000", "b", "p/"));
    assertNotEquals(one, identity("http://h:9000", "c", "p/"));
    assertNotEquals(one, identity("http://h:9000", "b", "q/"));
    assertNotEquals(one, identity("http://h:9000", "b", ""));
    assertNotEquals(one, identity(null, "b", "p/"));
    assertNotEquals(identity("https://s3.example.com", "b", ""), identity(null, "b", ""));
  }

  @Test
  void describesItsLocationWithoutSecrets() {
    assertEquals(
        "http://h:9000/b/p/", settings("http://h:9000", "b", "p").description().location());
    assertEquals("http://h:9000/b", settings("http://h:9000/", "b", "").description().location());
    assertEquals("s3:/b", settings(null, "b", "").description().location());
    assertFalse(settings(null, "b", "").toString().contains("secret"));
  }

  @Test
  void promisesNoChecksumWhereItAsksForNone() {
    S3Settings off = S3Samples.with(settings(null, "b", ""), "", S3Checksum.OFF);

    assertFalse(off.description().capabilities().contains(Capability.NATIVE_CHECKSUM));
    assertTrue(
        settings(null, "b", "").description().capabilities().contains(Capability.NATIVE_CHECKSUM));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://h",
        "h:9000",
        "http://user:pw@h",
        "http://h/path",
        "http://h?query",
        "http:///x",
      })
  void refusesWhatIsNoEndpoint(String endpoint) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> settings(endpoint, "b", ""));

    assertFalse(String.valueOf(e.getMessage()).contains("pw"));
  }

  @Test
  void refusesOtherNonsense() {
    assertThrows(IllegalArgumentException.class, () -> settings(null, " ", ""));
    assertThrows(IllegalArgumentException.class, () -> settings(null, "a/b", ""));
    assertThrows(
        IllegalArgumentException.class, () -> new S3Credentials("", "s", Optional.empty()));
    Duration second = Duration.ofSeconds(1);
    assertThrows(
        IllegalArgumentException.class, () -> new S3Settings.Limits(Duration.ZERO, second, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new S3Settings.Limits(second, Duration.ZERO, 1));
    assertThrows(IllegalArgumentException.class, () -> new S3Settings.Limits(second, second, 0));
  }
}
