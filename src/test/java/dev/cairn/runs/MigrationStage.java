package dev.cairn.runs;

import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.S3ProxyServer;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.SampleData;
import dev.cairn.testkit.ServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A server that holds some small blobs in its entry {@code main}, a directory, and can migrate them
 * to {@code archive}, a bucket behind a fault proxy. While held, the bucket answers everything but
 * requests for the bytes of blobs, so that a run gets as far as its copy step and stays there.
 * Entry {@code twin} is the same directory as {@code main}.
 */
final class MigrationStage implements AutoCloseable {
  static final String JOB = "backend-migration";
  static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String BUCKET = "archive";
  private static final String ENTRY = "cairn.storage.archive.";
  private static final int LARGEST = 4096;

  private final Path main;
  private final S3ProxyServer bucket;
  private final FaultProxy proxy;
  private final CairnServer server;
  private final CairnClient operator;
  private final List<SampleBlob> blobs;
  private int extraBlobs;

  private MigrationStage(Path directory, ServerOptions options, int blobs) {
    this.main = directory.resolve("main");
    this.bucket = S3ProxyServer.start(directory.resolve("s3"));
    bucket.createBucket(BUCKET);
    this.proxy = FaultProxy.inFrontOf(bucket.endpoint());
    this.server = CairnServer.start(described(options));
    this.operator = server.client(Role.OPERATOR);
    this.blobs = SampleData.blobs(7, blobs, LARGEST);
    CairnClient application = server.client(Role.APPLICATION);
    this.blobs.forEach(application::putBlob);
  }

  /** Starts everything and stores the blobs. */
  static MigrationStage open(Path directory, ServerOptions options, int blobs) {
    return new MigrationStage(directory, options, blobs);
  }

  private ServerOptions described(ServerOptions options) {
    return options
        .withHeap(384)
        .with("cairn.storage.entries", "main,archive,twin")
        .with("cairn.storage.main.type", "local")
        .with("cairn.storage.main.root", main.toString())
        .with("cairn.storage.twin.type", "local")
        .with("cairn.storage.twin.root", main.toString())
        .with(ENTRY + "type", "s3")
        .with(ENTRY + "bucket", BUCKET)
        .with(ENTRY + "endpoint", proxy.endpoint().toString())
        .with(ENTRY + "region", bucket.region())
        .with(ENTRY + "path-style", "true")
        .with(ENTRY + "access-key", "env:STAGE_ACCESS_KEY")
        .with(ENTRY + "secret-key", "env:STAGE_SECRET_KEY")
        .withEnvironment("STAGE_ACCESS_KEY", bucket.accessKey())
        .withEnvironment("STAGE_SECRET_KEY", bucket.secretKey());
  }

  CairnServer server() {
    return server;
  }

  CairnClient operator() {
    return operator;
  }

  FaultProxy proxy() {
    return proxy;
  }

  List<SampleBlob> blobs() {
    return blobs;
  }

  /** Secret of the bucket, which no answer may show. */
  String secretKey() {
    return bucket.secretKey();
  }

  /** Where {@code main} keeps a blob. */
  Path file(SampleBlob blob) {
    String hash = blob.hash();
    return main.resolve(hash.substring(0, 2)).resolve(hash + ".blob");
  }

  /** From now on the bucket answers no request for a blob's bytes, either way. */
  void hold() {
    proxy.set(Fault.SILENT, r -> isUpload(r) || isDownload(r));
  }

  /** Everything passes again. */
  void release() {
    proxy.pass();
  }

  /** Uploads of blobs that were begun so far. */
  int uploads() {
    return proxy.count(MigrationStage::isUpload);
  }

  static boolean isUpload(FaultProxy.Request request) {
    return request.method().equals("PUT") && request.path().endsWith(".blob");
  }

  /** Requests for the bytes of blobs, either way, that reached the bucket's door so far. */
  int requestsForBytes() {
    return proxy.count(r -> isUpload(r) || isDownload(r));
  }

  private static boolean isDownload(FaultProxy.Request request) {
    return request.method().equals("GET") && request.path().endsWith(".blob");
  }

  /** Stores one more blob, which no entry but the active one has, and returns its hash. */
  String putAnother() {
    release();
    SampleBlob another = new SampleBlob(11, ++extraBlobs, 1000);
    return server.client(Role.APPLICATION).putBlob(another);
  }

  /** The entry to which blobs can be migrated: the one of the two that is not active. */
  String target() {
    String active = operator.get("/api/admin/storage").expect(200).json().path("active").asText();
    return active.equals("archive") ? "main" : "archive";
  }

  /** Parameters of a migration that leaves room for others in the engine's thread pool. */
  Map<String, String> parameters() {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("target", target());
    parameters.put("ranges", "4");
    parameters.put("threads", "2");
    parameters.put("parallel", "2");
    return parameters;
  }

  /** Starts a migration to the entry that is not active. */
  String start() {
    return operator.startRun(JOB, parameters());
  }

  /** Starts a migration that is held in its copy step. */
  String startHeld() {
    hold();
    String run = start();
    awaitHeld(run);
    return run;
  }

  /** Waits until a run is in its copy step. */
  void awaitHeld(String run) {
    await(run, r -> r.is("RUNNING") && r.json().path("phase").asText().equals("copy"));
  }

  RunView await(String run, Predicate<RunView> wanted) {
    return operator.awaitRun(run, wanted, PATIENCE);
  }

  RunView awaitStatus(String run, String status) {
    return await(run, r -> r.is(status));
  }

  /** The live run's id; empty when there is none. */
  String liveRun() {
    return operator.get("/api/admin/jobs").expect(200).json().at("/items/0/liveRun/id").asText("");
  }

  /** Cancels the live run if there is one. */
  void cancelLive() {
    String live = liveRun();
    if (!live.isEmpty()) {
      operator.cancel(live).expect(202);
    }
  }

  /** Starts a migration that nothing hinders and waits for its end. */
  String complete() {
    release();
    String run = start();
    awaitStatus(run, "COMPLETED");
    return run;
  }

  @Override
  public void close() {
    server.close();
    proxy.close();
    bucket.close();
  }
}
