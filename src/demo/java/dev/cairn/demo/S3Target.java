package dev.cairn.demo;

import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.S3ProxyServer;
import dev.cairn.testkit.ServerOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A bucket of an S3 server that the demo starts, behind a proxy that counts requests and can fall
 * silent.
 */
final class S3Target implements Target {
  private static final String BUCKET = "archive";
  private static final String ACCESS_KEY = "CAIRN_DEMO_ACCESS_KEY";
  private static final String SECRET_KEY = "CAIRN_DEMO_SECRET_KEY";

  private final S3ProxyServer server;
  private final FaultProxy proxy;

  private S3Target(S3ProxyServer server) {
    this.server = server;
    this.proxy = FaultProxy.inFrontOf(server.endpoint());
  }

  static S3Target start(Path directory) {
    S3ProxyServer server = S3ProxyServer.start(directory);
    server.createBucket(BUCKET);
    return new S3Target(server);
  }

  @Override
  public String description() {
    return "S3 bucket";
  }

  @Override
  public ServerOptions describedIn(ServerOptions options) {
    return options
        .with(SETTINGS + "type", "s3")
        .with(SETTINGS + "bucket", BUCKET)
        .with(SETTINGS + "endpoint", proxy.endpoint().toString())
        .with(SETTINGS + "region", server.region())
        .with(SETTINGS + "path-style", "true")
        .with(SETTINGS + "access-key", "env:" + ACCESS_KEY)
        .with(SETTINGS + "secret-key", "env:" + SECRET_KEY)
        .withEnvironment(ACCESS_KEY, server.accessKey())
        .withEnvironment(SECRET_KEY, server.secretKey());
  }

  /** Lets connections stand and answers nothing any more. */
  void fallSilent() {
    proxy.set(Fault.SILENT);
  }

  /** Works as before. */
  void comeBack() {
    proxy.pass();
  }

  /**
   * Returns how often each object was uploaded, counted at the server's door; parts of an upload
   * don't count, its completion does.
   */
  Map<String, Integer> uploads() {
    return proxy.counts().entrySet().stream()
        .filter(counted -> isUpload(counted.getKey()))
        .collect(
            Collectors.toMap(
                counted -> counted.getKey().path(), Map.Entry::getValue, Integer::sum));
  }

  private static boolean isUpload(FaultProxy.Request request) {
    boolean blob = request.path().endsWith(".blob");
    boolean ofParts = request.query().contains("uploadId=");
    boolean whole = request.method().equals("PUT") && !ofParts;
    boolean completed = request.method().equals("POST") && ofParts;
    return blob && (whole || completed);
  }

  @Override
  public void close() {
    proxy.close();
    server.close();
  }
}
