package dev.cairn.admin.api;

import dev.cairn.job.FindingRecord;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * A run's findings as CSV. The table is gathered in a temporary file first: a database that fails
 * midway gives a problem document, never a shorter table. Memory holds one page. Used by one
 * thread.
 */
final class FindingExport implements StreamingOutput {
  private static final Logger LOG = Logger.getLogger(FindingExport.class);
  private static final int PAGE = 1000;
  private static final List<String> HEADER =
      List.of("id", "key", "kind", "severity", "detail", "created_at", "resolved_at");

  private final Path file;
  private final long bytes;

  /** Gives pages of findings in the order of their recording. */
  @FunctionalInterface
  interface Pages {
    List<FindingRecord> page(long after, int limit);
  }

  private FindingExport(Path file, long bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /** Gathers all findings. */
  static FindingExport of(Pages pages) throws IOException {
    Path file = Files.createTempFile("cairn-findings-", ".csv");
    boolean whole = false;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      gather(pages, out);
      whole = true;
    } finally {
      if (!whole) {
        remove(file);
      }
    }
    return new FindingExport(file, Files.size(file));
  }

  private static void gather(Pages pages, Writer out) throws IOException {
    out.write(Csv.line(HEADER));
    long after = 0;
    List<FindingRecord> page;
    do {
      page = pages.page(after, PAGE);
      for (FindingRecord finding : page) {
        out.write(line(finding));
        after = finding.id();
      }
    } while (page.size() == PAGE);
  }

  private static String line(FindingRecord finding) {
    return Csv.line(
        List.of(
            Long.toString(finding.id()),
            finding.key(),
            finding.kind().name(),
            finding.severity().name(),
            finding.detail(),
            finding.createdAt().toString(),
            finding.resolvedAt() == null ? "" : finding.resolvedAt().toString()));
  }

  /** Bytes of the table. */
  long bytes() {
    return bytes;
  }

  /** Sends the table and removes the temporary file. */
  @Override
  public void write(OutputStream out) throws IOException {
    try {
      Files.copy(file, out);
    } finally {
      remove(file);
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warnf(e, "could not remove the temporary file of an export: %s", file);
    }
  }
}
