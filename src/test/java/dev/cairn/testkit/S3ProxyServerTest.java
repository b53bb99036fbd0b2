package dev.cairn.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3ProxyServerTest {

  @TempDir Path directory;

  @Test
  void startsAsksForCredentialsAndComesBackAfterACrash() throws Exception {
    try (S3ProxyServer server = S3ProxyServer.start(directory)) {
      assertEquals(403, status(server));

      server.kill();
      assertThrows(ConnectException.class, () -> status(server));

      server.restart();
      assertEquals(403, status(server));
    }
  }

  @Test
  void keepsEachBucketInADirectory() {
    try (S3ProxyServer server = S3ProxyServer.start(directory)) {
      server.createBucket("some-bucket");
      server.createBucket("some-bucket");

      assertTrue(Files.isDirectory(server.objects().resolve("some-bucket")));
    }
  }

  private static int status(S3ProxyServer server) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) server.endpoint().toURL().openConnection();
    return connection.getResponseCode();
  }
}
