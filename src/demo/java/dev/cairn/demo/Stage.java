package dev.cairn.demo;

import dev.cairn.demo.DemoSettings.TargetKind;
import dev.cairn.testkit.BuildDirectory;
import dev.cairn.testkit.CairnClient;
import dev.cairn.testkit.CairnServer;
import dev.cairn.testkit.Role;
import dev.cairn.testkit.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Everything that runs while the demo does: a server with two storage entries, and what stands
 * behind the second.
 */
final class Stage implements AutoCloseable {
  /** Name of the entry that blobs are loaded into. */
  static final String SOURCE = "main";

  private final Target target;
  private final CairnServer server;
  private boolean kept;

  private Stage(Target target, CairnServer server) {
    this.target = target;
    this.server = server;
  }

  static Stage set(DemoSettings settings) {
    Path stores = newDirectory();
    Target target =
        settings.target() == TargetKind.S3
            ? S3Target.start(stores.resolve("s3"))
            : Target.directory(stores.resolve(Target.ENTRY));
    try {
      return new Stage(target, CairnServer.start(options(settings, stores, target)));
    } catch (RuntimeException e) {
      target.close();
      throw e;
    }
  }

  private static ServerOptions options(DemoSettings settings, Path stores, Target target) {
    ServerOptions options =
        ServerOptions.defaults()
            .with("cairn.storage.entries", SOURCE + "," + Target.ENTRY)
            .with("cairn.storage." + SOURCE + ".type", "local")
            .with("cairn.storage." + SOURCE + ".root", stores.resolve(SOURCE).toString());
    ServerOptions described = target.describedIn(options);
    return settings.outage() ? Outage.impatient(described) : described;
  }

  private static Path newDirectory() {
    try {
      Path all = Files.createDirectories(BuildDirectory.path().resolve("demo"));
      return Files.createTempDirectory(all, "stores-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CairnServer server() {
    return server;
  }

  Target target() {
    return target;
  }

  CairnClient client(Role role) {
    return server.client(role);
  }

  /**
   * Leaves the server running when this program ends; only a target without a process of its own
   * allows that.
   */
  void leaveRunning() {
    server.detach();
    kept = true;
  }

  @Override
  public void close() {
    if (!kept) {
      server.close();
      target.close();
    }
  }
}
