package dev.cairn.config;

import dev.cairn.store.layer.RequestLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Reads the limits of storage entries, again and again, for they may change while the server runs.
 * What is wrong is told once and leaves the limits as they were. Used by one thread.
 */
final class LimitsReader {
  private static final Logger LOG = Logger.getLogger(LimitsReader.class);
  private static final long MOST_PARALLEL = 1000;

  private final Function<String, Optional<String>> source;
  private final Map<String, RequestLimits> last = new HashMap<>();
  private final Map<String, List<String>> told = new HashMap<>();

  /**
   * @param source value of a key, or empty when it is not set
   */
  LimitsReader(Function<String, Optional<String>> source) {
    this.source = source;
  }

  /** The limits of an entry as they are set now, or were when they were right. */
  RequestLimits read(String name) {
    List<String> errors = new ArrayList<>();
    RequestLimits read = read(new Values(source, errors), name);
    RequestLimits before = last.getOrDefault(name, RequestLimits.DEFAULT);
    if (!errors.isEmpty()) {
      if (!errors.equals(told.put(name, errors))) {
        LOG.warnf("the limits of entry %s stay %s: %s", name, before, errors);
      }
      return before;
    }
    told.remove(name);
    last.put(name, read);
    if (!read.equals(before)) {
      LOG.infof("the limits of entry %s are now %s", name, read);
    }
    return read;
  }

  /** As they are set; what is wrong is added to the values' errors. */
  static RequestLimits read(Values values, String name) {
    String entry = "cairn.storage." + name + ".";
    return new RequestLimits(
        (int) values.number(entry + "max-parallel", 1, MOST_PARALLEL),
        values.number(entry + "max-requests-per-second", 0, Long.MAX_VALUE),
        values.number(entry + "max-bytes-per-second", 0, Long.MAX_VALUE));
  }
}
