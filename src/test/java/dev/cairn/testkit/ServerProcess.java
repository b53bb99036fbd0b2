package dev.cairn.testkit;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.wildfly.core.launcher.StandaloneCommandBuilder;

/** The process of a {@link CairnServer}, from launch to end. */
final class ServerProcess {
  private static final Duration END_WITHIN = Duration.ofMinutes(1);

  private final Process process;
  private final BootLog log;
  private final Thread reaper;

  private ServerProcess(Process process, BootLog log) {
    this.process = process;
    this.log = log;
    this.reaper = new Thread(process::destroyForcibly, "end server " + process.pid());
    Runtime.getRuntime().addShutdownHook(reaper);
  }

  /** Launches a server and waits until it is ready; one that isn't in time is killed. */
  static ServerProcess launch(
      ServerOptions options, ServerDirectory directory, int httpPort, int managementPort)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(options, directory, httpPort, managementPort))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(directory.console().toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("CAIRN_"));
    builder.environment().putAll(options.database().environment());
    builder.environment().putAll(options.environment());
    BootLog log = BootLog.fromHereOn(directory.console());
    ServerProcess launched = new ServerProcess(builder.start(), log);
    launched.awaitReady(new ReadinessProbe(managementPort), options.readyWithin());
    return launched;
  }

  private static List<String> command(
      ServerOptions options, ServerDirectory directory, int httpPort, int managementPort) {
    StandaloneCommandBuilder builder =
        StandaloneCommandBuilder.of(options.home())
            .setBaseDirectory(directory.path())
            .setJavaOptions(
                "-Xms64m",
                "-Xmx" + options.heapMebibytes() + "m",
                "-Djava.net.preferIPv4Stack=true",
                "-Djava.awt.headless=true");
    builder.addServerArgument("-Djboss.http.port=" + httpPort);
    builder.addServerArgument("-Djboss.management.http.port=" + managementPort);
    options
        .properties()
        .forEach((key, value) -> builder.addServerArgument("-D" + key + "=" + value));
    return builder.build();
  }

  private void awaitReady(ReadinessProbe probe, Duration within) {
    long start = System.nanoTime();
    try {
      Poll.until(log::ended, ended -> ended || !process.isAlive(), within);
      failIf(!process.isAlive(), "the server ended while it started");
      failIf(log.startedWithErrors(), "the server started with errors");
      Poll.until(
          probe::isReady,
          ready -> ready || !process.isAlive(),
          within.minusNanos(System.nanoTime() - start));
      failIf(!process.isAlive(), "the server ended right after its start");
    } catch (TimeoutException e) {
      failIf(true, "the server was not ready after " + within.toSeconds() + " s");
    }
  }

  private void failIf(boolean failed, String what) {
    if (failed) {
      kill();
      throw new ServerFailedException(what, log);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void kill() {
    process.destroyForcibly();
    if (!ended(END_WITHIN)) {
      throw new ServerFailedException("the server survived being killed", log);
    }
  }

  void terminate() {
    process.destroy();
    if (!ended(END_WITHIN)) {
      process.destroyForcibly();
      throw new ServerFailedException(
          "the server did not end within " + END_WITHIN.toSeconds() + " s", log);
    }
  }

  void detach() {
    Runtime.getRuntime().removeShutdownHook(reaper);
  }

  private boolean ended(Duration within) {
    try {
      return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a server ended", e);
    }
  }
}
