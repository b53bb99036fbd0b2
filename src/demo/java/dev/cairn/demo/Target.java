package dev.cairn.demo;

import dev.cairn.testkit.ServerOptions;
import java.nio.file.Path;

/** The storage that blobs are migrated to, entry {@value #ENTRY} of the server. */
interface Target extends AutoCloseable {
  String ENTRY = "archive";

  /** Prefix of the settings of the entry. */
  String SETTINGS = "cairn.storage." + ENTRY + ".";

  /** Returns how the demo calls it. */
  String description();

  /** Adds what the server must know about it. */
  ServerOptions describedIn(ServerOptions options);

  @Override
  void close();

  /** A directory. */
  static Target directory(Path root) {
    return new Target() {
      @Override
      public String description() {
        return "local directory";
      }

      @Override
      public ServerOptions describedIn(ServerOptions options) {
        return options.with(SETTINGS + "type", "local").with(SETTINGS + "root", root.toString());
      }

      @Override
      public void close() {
        // A directory needs nothing.
      }
    };
  }
}
