package dev.cairn.config;

import dev.cairn.catalog.OpenUploads;
import dev.cairn.catalog.Registry;
import dev.cairn.catalog.RegistryHead;
import dev.cairn.job.JobCatalogue;
import dev.cairn.job.RunQueries;
import dev.cairn.migration.Ledger;
import dev.cairn.retry.RetryPolicy;
import dev.cairn.retry.TimeSource;
import dev.cairn.store.BlobStore;
import dev.cairn.store.ChainedStore;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreDirectory;
import dev.cairn.store.azure.AzureBlobStore;
import dev.cairn.store.azure.AzureCredentials;
import dev.cairn.store.azure.AzureSettings;
import dev.cairn.store.layer.EncryptionKey;
import dev.cairn.store.layer.EncryptionKeys;
import dev.cairn.store.layer.RequestLimits;
import dev.cairn.store.layer.StoreChain;
import dev.cairn.store.local.LocalBlobStore;
import dev.cairn.store.local.LocalSettings;
import dev.cairn.store.s3.S3BlobStore;
import dev.cairn.store.s3.S3Checksum;
import dev.cairn.store.s3.S3Credentials;
import dev.cairn.store.s3.S3PartSizes;
import dev.cairn.store.s3.S3Settings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The storage entries of the configuration. Secrets are looked up anew whenever an entry is opened.
 * Thread-safe.
 */
@ApplicationScoped
public class ConfiguredStores implements StoreDirectory {
  private static final Logger LOG = Logger.getLogger(ConfiguredStores.class);
  private static final int S3_CONNECTIONS = 128;

  private @Inject Settings settings;
  private @Inject Registry registry;
  private @Inject RegistryHead head;
  private @Inject RunQueries runs;
  private @Inject Ledger ledger;
  private @Inject OpenUploads uploads;

  @Resource(lookup = "java:jboss/ee/concurrency/factory/io")
  private ManagedThreadFactory threads;

  private final LimitsReader limitsReader =
      new LimitsReader(
          key -> Optional.ofNullable(ConfigProvider.getConfig().getConfigValue(key).getValue()));
  private @Nullable ExecutorService io;
  private @Nullable ScheduledExecutorService limiter;
  private @Nullable StoreChain chain;

  @PostConstruct
  void start() {
    ExecutorService executor = Executors.newCachedThreadPool(threads);
    io = executor;
    StoreChain wiring =
        new StoreChain(
            settings.timeouts(), executor, TimeSource.SYSTEM, RandomGenerator.getDefault());
    chain = wiring;
    limiter = Executors.newSingleThreadScheduledExecutor(threads);
    var unused = limiter.scheduleWithFixedDelay(() -> applyLimits(wiring), 0, 1, TimeUnit.SECONDS);
  }

  /** Limits may change while the server runs; whatever happens, the next look comes. */
  private void applyLimits(StoreChain wiring) {
    try {
      names().forEach(name -> wiring.limit(name, limitsReader.read(name)));
    } catch (RuntimeException e) {
      LOG.warn("the limits of the storage entries could not be read", e);
    }
  }

  @PreDestroy
  void stop() {
    if (limiter != null) {
      limiter.shutdownNow();
    }
    if (io != null) {
      io.shutdownNow();
    }
  }

  @Override
  public List<String> names() {
    return settings.entries().stream().map(EntrySettings::name).toList();
  }

  @Override
  public Optional<StoreDescription> describe(String name) {
    return find(name).map(this::describe);
  }

  private StoreDescription describe(EntrySettings entry) {
    if (entry instanceof EntrySettings.S3 s3) {
      return s3Settings(s3, Optional.empty()).description();
    }
    if (entry instanceof EntrySettings.Azure azure) {
      return azureSettings(azure, new AzureCredentials.Sas("")).description();
    }
    try (BlobStore store = backend(entry, false)) {
      return store.describe();
    }
  }

  @Override
  public ChainedStore open(String name) {
    return open(name, settings.retry());
  }

  @Override
  public ChainedStore open(String name, RetryPolicy policy) {
    EntrySettings entry =
        find(name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no storage entry '"
                            + name
                            + "'; configured are "
                            + String.join(", ", names())));
    StoreChain wiring = chain;
    if (wiring == null) {
      throw new IllegalStateException("the stores are not started");
    }
    Optional<EncryptionKeys> keys = encryptionKeys(entry);
    BlobStore backend = backend(entry, mayCreate(name));
    return keys.isPresent()
        ? wiring.wire(name, backend, policy, keys.get())
        : wiring.wire(name, backend, policy);
  }

  @Override
  public int parallelInForce(String name) {
    return chain == null ? RequestLimits.DEFAULT.parallel() : chain.parallelInForce(name);
  }

  /** Threads that are still inside calls which were given up. */
  public int stuckThreads() {
    return chain == null ? 0 : chain.stuckThreads();
  }

  private Optional<EntrySettings> find(String name) {
    return settings.entries().stream().filter(e -> e.name().equals(name)).findFirst();
  }

  /**
   * A root that registered blobs lie in is never made anew, nor one that a migration has begun to
   * fill: an unmounted file system looks like a new one.
   */
  private boolean mayCreate(String name) {
    String pointer = head.read().pointer();
    String active = pointer == null ? names().get(0) : pointer;
    return name.equals(active) ? registry.isEmpty() : !beingFilled(name);
  }

  private boolean beingFilled(String name) {
    String lock = JobCatalogue.BACKEND_MIGRATION.lock();
    return lock != null
        && runs.lockHolder(lock)
            .flatMap(run -> ledger.find(run.id()))
            .filter(m -> m.target().equals(name) && m.s0().isPresent())
            .isPresent();
  }

  private BlobStore backend(EntrySettings entry, boolean mayCreate) {
    if (entry instanceof EntrySettings.Local local) {
      return new LocalBlobStore(new LocalSettings(local.name(), local.root(), mayCreate));
    }
    if (entry instanceof EntrySettings.Azure azure) {
      return new AzureBlobStore(azureSettings(azure, credentials(azure)));
    }
    EntrySettings.S3 s3 = (EntrySettings.S3) entry;
    return new S3BlobStore(s3Settings(s3, credentials(s3)), uploads.journal(s3.name()));
  }

  private S3Settings s3Settings(EntrySettings.S3 s3, Optional<S3Credentials> credentials) {
    return new S3Settings(
        s3.name(),
        s3.bucket(),
        s3.prefix(),
        s3.region(),
        s3.endpoint(),
        s3.pathStyle(),
        s3.checksum() ? S3Checksum.SHA256 : S3Checksum.OFF,
        credentials,
        limits(),
        S3PartSizes.atMost(s3.singlePut()));
  }

  private S3Settings.Limits limits() {
    Duration read = settings.timeouts().stall();
    Duration connect = settings.timeouts().metadata();
    return new S3Settings.Limits(
        inside(connect, S3Settings.Limits.DEFAULT.connect()),
        inside(read, S3Settings.Limits.DEFAULT.read()),
        S3_CONNECTIONS);
  }

  /** The client's own bound, made to lie inside the layer's. */
  private static Duration inside(Duration layer, Duration client) {
    return layer.isZero() || client.compareTo(layer) < 0 ? client : layer;
  }

  private static Optional<S3Credentials> credentials(EntrySettings.S3 s3) {
    return s3.accessKey()
        .map(
            access ->
                new S3Credentials(
                    secret(s3, access),
                    secret(s3, s3.secretKey().orElse(access)),
                    s3.sessionToken().map(token -> secret(s3, token))));
  }

  private AzureSettings azureSettings(EntrySettings.Azure azure, AzureCredentials credentials) {
    return new AzureSettings(
        azure.name(),
        azure.endpoint(),
        azure.container(),
        azure.prefix(),
        credentials,
        new AzureSettings.Limits(limits().connect(), limits().read()));
  }

  private static AzureCredentials credentials(EntrySettings.Azure azure) {
    String secret = secret(azure, azure.secret());
    return switch (azure.credentials()) {
      case ACCOUNT_KEY -> new AzureCredentials.AccountKey(azure.account(), secret);
      case SAS -> new AzureCredentials.Sas(secret);
      case CONNECTION_STRING -> AzureCredentials.ofConnectionString(secret);
    };
  }

  private static Optional<EncryptionKeys> encryptionKeys(EntrySettings entry) {
    if (entry.encryptionKeys().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new EncryptionKeys(
              entry.encryptionKeys().stream()
                  .map(reference -> encryptionKey(entry, reference))
                  .toList()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "storage entry '" + entry.name() + "': encryption-keys: " + e.getMessage(), e);
    }
  }

  private static EncryptionKey encryptionKey(EntrySettings entry, SecretReference reference) {
    String text = secret(entry, reference);
    try {
      return EncryptionKey.ofBase64(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "what is found at "
              + reference.text()
              + " is no key: it must be the base64 of 32 bytes, as from openssl rand -base64 32",
          e);
    }
  }

  private static String secret(EntrySettings entry, SecretReference reference) {
    return reference
        .resolve()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "storage entry '"
                        + entry.name()
                        + "': nothing is found at "
                        + reference.text()));
  }
}
