package dev.cairn.config;

import dev.cairn.catalog.RegistryHead;
import dev.cairn.job.Pulse;
import dev.cairn.job.RunControl;
import dev.cairn.job.StatusBoard;
import dev.cairn.job.Supervisor;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.flywaydb.core.Flyway;
import org.jboss.logging.Logger;

/**
 * What happens at start-up, in order: settings are checked, the schema is brought up to date, what
 * a dead server left is brought to its end, then everything that goes by the clock begins. An error
 * in the first three ends the deployment.
 */
@ApplicationScoped
public class Bootstrap {
  private static final Logger LOG = Logger.getLogger(Bootstrap.class);

  /** Longest wait for runs to be paused when the server ends. */
  private static final Duration DRAIN = Duration.ofSeconds(20);

  @Resource(lookup = "java:jboss/datasources/CairnDS")
  private DataSource database;

  private @Inject Settings settings;
  private @Inject RegistryHead head;
  private @Inject Supervisor supervisor;
  private @Inject StatusBoard board;
  private @Inject Pulse pulse;
  private @Inject StorageMeters meters;
  private @Inject RunControl control;
  private volatile boolean ready;

  void start(@Observes @Initialized(ApplicationScoped.class) Object event) {
    warnOfUnknownKeys();
    migrateSchema();
    checkPointer();
    supervisor.boot();
    board.refresh();
    meters.register();
    pulse.start();
    ready = true;
    LOG.infof(
        "Cairn is ready: entries %s",
        settings.entries().stream().map(EntrySettings::name).toList());
  }

  void end(@Observes @BeforeDestroyed(ApplicationScoped.class) Object event) {
    if (!control.pauseForShutdown(DRAIN)) {
      LOG.warnf(
          "not everything came to its end within %d s; what is still at work is paused at the next"
              + " start",
          DRAIN.toSeconds());
    }
  }

  /** True once start-up is over. */
  public boolean ready() {
    return ready;
  }

  private void migrateSchema() {
    Flyway.configure()
        .dataSource(database)
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load()
        .migrate();
    warnOfDatabase();
  }

  private void warnOfDatabase() {
    try (Connection connection = database.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName();
      if (settings.production() && product.equals("H2")) {
        LOG.warn(
            "production mode on H2: commits survive a killed process, not a power cut; use PostgreSQL"
                + " (CAIRN_DB_DRIVER, CAIRN_DB_URL, CAIRN_DB_USER, CAIRN_DB_PASSWORD)");
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be reached", e);
    }
  }

  private void checkPointer() {
    String pointer = head.read().pointer();
    List<String> names = settings.entries().stream().map(EntrySettings::name).toList();
    if (pointer != null && !names.contains(pointer)) {
      throw new ConfigurationException(
          List.of(
              "cairn.storage.entries="
                  + String.join(",", names)
                  + ": the active entry is '"
                  + pointer
                  + "', where the registered blobs are; declare it again"));
    }
  }

  private void warnOfUnknownKeys() {
    TreeSet<String> unknown = new TreeSet<>();
    for (String name : ConfigProvider.getConfig().getPropertyNames()) {
      if (name.startsWith("cairn.") && !KnownKeys.contains(name)) {
        unknown.add(name);
      }
    }
    unknown.forEach(
        name ->
            LOG.warnf(
                "unknown configuration key %s; did you mean %s?", name, KnownKeys.nearest(name)));
  }
}
