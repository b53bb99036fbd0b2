package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import dev.cairn.admin.api.problem.ProblemCode;
import dev.cairn.store.BlobStore.BodyHandler;
import dev.cairn.store.ObjectInfo;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jboss.logging.Logger;

/**
 * Sends a blob or a part of it. When the storage repeats the read, what was sent already is skipped
 * in the new body, so that nothing is sent twice. A failure before the first byte becomes a problem
 * document; one after it leaves the answer short of its Content-Length, so that the container cuts
 * the connection and no client takes it for the whole. Used by one thread.
 */
final class BlobBody implements StreamingOutput {
  private static final Logger LOG = Logger.getLogger(BlobBody.class);
  private static final int BUFFER = 64 * 1024;

  private final String name;
  private final long size;
  private final Source source;
  private long sent;

  /** Reads the wanted bytes, handing them to the handler once or more often. */
  @FunctionalInterface
  interface Source {
    void read(BodyHandler<Long> handler);
  }

  /**
   * @param name for log lines
   * @param size bytes of the whole blob as it is registered
   * @param source reads the wanted part
   */
  BlobBody(String name, long size, Source source) {
    this.name = name;
    this.size = size;
    this.source = source;
  }

  @Override
  public void write(OutputStream out) throws IOException {
    try {
      source.read((info, body) -> send(info, body, out));
    } catch (UncheckedIOException e) {
      throw Problem.of(
              ProblemCode.CONNECTION_BROKEN, "the client went away after " + sent + " bytes")
          .exception();
    } catch (RuntimeException e) {
      if (sent > 0) {
        LOG.warnf("blob=%s broke off after %d bytes: %s", name, sent, e.getMessage());
      }
      throw e;
    }
  }

  private long send(ObjectInfo info, InputStream body, OutputStream out) throws IOException {
    if (info.size() != size) {
      throw Problem.of(
              ProblemCode.BLOB_DAMAGED,
              "registered with " + size + " bytes, stored with " + info.size())
          .exception();
    }
    body.skipNBytes(sent);
    byte[] buffer = new byte[BUFFER];
    for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
      out.write(buffer, 0, n);
      sent += n;
    }
    return sent;
  }
}
