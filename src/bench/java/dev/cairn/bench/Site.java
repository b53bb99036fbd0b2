package dev.cairn.bench;

import dev.cairn.testkit.BuildDirectory;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.RunView;
import dev.cairn.testkit.S3ProxyServer;
import dev.cairn.testkit.SampleBlob;
import dev.cairn.testkit.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A server with one workload loaded into {@code main}, and three places it can move to: a directory
 * {@code copy}, a bucket {@code bucket}, and a bucket {@code counted} behind a proxy that counts
 * requests.
 */
final class Site implements AutoCloseable {
  /** Name of the bucket that is measured. */
  static final String BUCKET = "bucket";

  /** Name of the bucket that rclone copies to. */
  static final String RCLONE_BUCKET = "rclone";

  private static final String COUNTED = "counted";
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int CONNECTIONS = 8;

  private final Workload workload;
  private final BenchSettings settings;
  private final Places places;
  private final S3ProxyServer s3;
  private final FaultProxy proxy;
  private final CairnServer server;
  private final CairnClient operator;

  private Site(Workload workload, BenchSettings settings, Places places) {
    this.workload = workload;
    this.settings = settings;
    this.places = places;
    this.s3 = S3ProxyServer.start(places.root().resolve("s3"));
    List.of(BUCKET, RCLONE_BUCKET, COUNTED).forEach(s3::createBucket);
    this.proxy = FaultProxy.inFrontOf(s3.endpoint());
    this.server = CairnServer.start(options());
    this.operator = server.client(Role.OPERATOR);
  }

  static Site open(Workload workload, BenchSettings settings) {
    try {
      Path all = Files.createDirectories(BuildDirectory.path().resolve("bench"));
      Site site = new Site(workload, settings, new Places(Files.createTempDirectory(all, "site-")));
      site.load();
      return site;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerOptions options() {
    ServerOptions options =
        ServerOptions.defaults()
            .withHeap(settings.heap())
            .with("cairn.storage.entries", "main,copy,bucket,counted")
            .with("cairn.storage.main.type", "local")
            .with("cairn.storage.main.root", places.main().toString())
            .with("cairn.storage.copy.type", "local")
            .with("cairn.storage.copy.root", places.copy().toString())
            .withEnvironment("CAIRN_BENCH_ACCESS_KEY", s3.accessKey())
            .withEnvironment("CAIRN_BENCH_SECRET_KEY", s3.secretKey());
    return bucket(
        bucket(options, BUCKET, s3.endpoint().toString()), COUNTED, proxy.endpoint().toString());
  }

  private ServerOptions bucket(ServerOptions options, String name, String endpoint) {
    String key = "cairn.storage." + name + ".";
    return options
        .with(key + "type", "s3")
        .with(key + "bucket", name)
        .with(key + "endpoint", endpoint)
        .with(key + "region", s3.region())
        .with(key + "path-style", "true")
        .with(key + "access-key", "env:CAIRN_BENCH_ACCESS_KEY")
        .with(key + "secret-key", "env:CAIRN_BENCH_SECRET_KEY");
  }

  private void load() {
    CairnClient application = server.client(Role.APPLICATION);
    ExecutorService workers = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (SampleBlob blob : workload.blobs()) {
        all.add(workers.submit(() -> application.putBlob(blob)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a blob could not be loaded", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      workers.shutdownNow();
    }
  }

  CairnServer server() {
    return server;
  }

  S3ProxyServer s3() {
    return s3;
  }

  FaultProxy proxy() {
    return proxy;
  }

  Places places() {
    return places;
  }

  Workload workload() {
    return workload;
  }

  /** Where the objects of a bucket lie. */
  Path objects(String bucket) {
    return s3.objects().resolve(bucket);
  }

  /** Moves everything to an entry and returns the run as it ended. */
  RunView migrate(String target, String verify) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("target", target);
    parameters.put("verify", verify);
    for (String pair : settings.parameters()) {
      parameters.put(pair.split("=", 2)[0], pair.split("=", 2)[1]);
    }
    String id = operator.startRun("backend-migration", parameters);
    RunView run = operator.awaitRun(id, RunView::atRest, LONGEST);
    if (!run.is("COMPLETED") || run.counter("scanned") != workload.count()) {
      throw new IllegalStateException("not all was moved: " + run);
    }
    return run;
  }

  /**
   * As {@link #migrate}, all of it copied or nothing; returns seconds from the request to the end.
   */
  double timed(String target, String verify, Case.Work work) {
    RunView run = migrate(target, verify);
    long copied = work == Case.Work.COPY ? workload.count() : 0;
    if (run.counter("copied") != copied) {
      throw new IllegalStateException("copied should be " + copied + ": " + run);
    }
    return seconds(run);
  }

  private static double seconds(RunView run) {
    Instant from = Instant.parse(run.json().path("createdAt").asText());
    Instant to = Instant.parse(run.json().path("finishedAt").asText());
    return Duration.between(from, to).toNanos() / 1e9;
  }

  @Override
  public void close() {
    server.close();
    proxy.close();
    s3.close();
    Places.delete(places.root());
  }
}
