package dev.cairn.faults;

import dev.cairn.testkit.Fault;
import dev.cairn.testkit.FaultProxy;
import dev.cairn.testkit.S3ProxyServer;
import dev.cairn.testkit.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The storage entries of a test server: local roots, and buckets of one S3 server, each bucket
 * behind a proxy of its own. The first entry is a local one, {@code main}.
 */
final class Places implements AutoCloseable {
  private final Path directory;
  private final S3ProxyServer s3;
  private final List<Place> places = new ArrayList<>();

  private Places(Path directory) {
    this.directory = directory;
    this.s3 = S3ProxyServer.start(directory.resolve("s3"));
    local("main");
  }

  /** Starts the S3 server; its bucket and roots lie below the directory. */
  static Places in(Path directory) {
    return new Places(directory);
  }

  /** Adds a local entry. */
  Place.Local local(String name) {
    Place.Local local = new Place.Local(name, directory.resolve(name));
    places.add(local);
    return local;
  }

  /** Adds a bucket that is there and empty. */
  Place.Bucket bucket(String name) {
    s3.createBucket(name);
    return missingBucket(name);
  }

  /** Adds a bucket that is not there. */
  Place.Bucket missingBucket(String name) {
    Path secret = directory.resolve(name + ".secret");
    Place.Bucket bucket =
        new Place.Bucket(
            name, s3.objects().resolve(name), FaultProxy.inFrontOf(s3.endpoint()), secret);
    writeSecret(bucket, s3.secretKey());
    places.add(bucket);
    return bucket;
  }

  void createBucket(Place.Bucket bucket) {
    s3.createBucket(bucket.name());
  }

  /** From now on the entry's secret is a wrong one. */
  void spoilSecret(Place.Bucket bucket) {
    writeSecret(bucket, "not-the-secret");
  }

  /** From now on the entry's secret is the right one. */
  void mendSecret(Place.Bucket bucket) {
    writeSecret(bucket, s3.secretKey());
  }

  private static void writeSecret(Place.Bucket bucket, String secret) {
    try {
      Files.writeString(bucket.secret(), secret);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every bucket works again. */
  void healAll() {
    for (Place place : places) {
      if (place instanceof Place.Bucket bucket) {
        bucket.proxy().set(Fault.PASS);
        mendSecret(bucket);
      }
    }
  }

  Place find(String name) {
    return places.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  /** Declares all entries. */
  ServerOptions describedIn(ServerOptions options) {
    ServerOptions described =
        options.with(
            "cairn.storage.entries",
            places.stream().map(Place::name).collect(Collectors.joining(",")));
    Path accessKey = directory.resolve("access-key");
    try {
      Files.writeString(accessKey, s3.accessKey());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Place place : places) {
      String key = "cairn.storage." + place.name();
      if (place instanceof Place.Bucket bucket) {
        described =
            described
                .with(key + ".type", "s3")
                .with(key + ".bucket", bucket.name())
                .with(key + ".endpoint", bucket.proxy().endpoint().toString())
                .with(key + ".path-style", "true")
                .with(key + ".access-key", "file:" + accessKey)
                .with(key + ".secret-key", "file:" + bucket.secret());
      } else {
        described =
            described
                .with(key + ".type", "local")
                .with(key + ".root", place.directory().toString());
      }
    }
    return described;
  }

  /**
   * The bounds of a server that knows of an outage within seconds; the run is paused within {@code
   * cairn.run.outage-ms}.
   */
  static ServerOptions impatient(ServerOptions options) {
    return options
        .with("cairn.timeout.metadata-ms", "1500")
        .with("cairn.timeout.list-ms", "1500")
        .with("cairn.timeout.first-byte-ms", "1500")
        .with("cairn.timeout.stall-ms", "1500")
        .with("cairn.retry.base-ms", "50")
        .with("cairn.retry.cap-ms", "300")
        .with("cairn.retry.max-elapsed-ms", "3000")
        .with("cairn.run.outage-ms", Long.toString(OUTAGE_BOUND_MILLIS));
  }

  /** {@code cairn.run.outage-ms} of {@link #impatient}. */
  static final long OUTAGE_BOUND_MILLIS = 12_000;

  @Override
  public void close() {
    for (Place place : places) {
      if (place instanceof Place.Bucket bucket) {
        bucket.proxy().close();
      }
    }
    s3.close();
  }
}
