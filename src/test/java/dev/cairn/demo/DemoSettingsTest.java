package dev.cairn.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cairn.demo.DemoSettings.TargetKind;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class DemoSettingsTest {
  @Test
  void migratesBetweenDirectoriesUnlessToldOtherwise() {
    DemoSettings settings = DemoSettings.from(properties());
    assertEquals(TargetKind.LOCAL, settings.target());
    assertFalse(settings.outage());
    assertFalse(settings.keep());
    assertEquals(2000, settings.blobs());
  }

  @Test
  void outageImpliesS3AndFlagsNeedNoValue() {
    DemoSettings settings = DemoSettings.from(properties("demo.outage", "", "demo.keep", "true"));
    assertEquals(TargetKind.S3, settings.target());
    assertTrue(settings.outage());
    assertTrue(settings.keep());
  }

  @Test
  void unknownTargetAndNumbersThatAreNoneAreRefusedByName() {
    assertNames("demo.target", properties("demo.target", "ftp"));
    assertNames("demo.blobs", properties("demo.blobs", "many"));
    assertNames("demo.blobs", properties("demo.blobs", "3"));
  }

  private static void assertNames(String key, Properties properties) {
    DemoFailure failure = assertThrows(DemoFailure.class, () -> DemoSettings.from(properties));
    assertTrue(String.valueOf(failure.getMessage()).contains(key), failure::getMessage);
  }

  private static Properties properties(String... pairs) {
    Properties properties = new Properties();
    for (int i = 0; i < pairs.length; i += 2) {
      properties.setProperty(pairs[i], pairs[i + 1]);
    }
    return properties;
  }
}
