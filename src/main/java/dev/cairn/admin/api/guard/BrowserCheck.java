package dev.cairn.admin.api.guard;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request that changes something may come from a browser. Browsers send credentials along
 * by themselves, so such a request must come from this server's own page and carry a header that
 * another site cannot make them send. Requests without Origin and Sec-Fetch-Site come from other
 * programs and need none. Pure.
 *
 * @param origin value of Origin, or null
 * @param fetchSite value of Sec-Fetch-Site, or null
 * @param marker value of X-Cairn-Request, or null
 * @param server scheme and host as the request was sent to, for example {@code http://host:8080}
 */
record BrowserCheck(
    @Nullable String origin, @Nullable String fetchSite, @Nullable String marker, String server) {
  static final String MARKER = "X-Cairn-Request";

  /** Why it is refused, or empty when it may pass. */
  Optional<String> refusal() {
    if (origin == null && fetchSite == null) {
      return Optional.empty();
    }
    if (fetchSite != null && !fetchSite.equals("same-origin")) {
      return Optional.of("Sec-Fetch-Site is not same-origin");
    }
    if (origin != null
        && !origin.toLowerCase(Locale.ROOT).equals(server.toLowerCase(Locale.ROOT))) {
      return Optional.of("Origin is not this server");
    }
    return "1".equals(marker)
        ? Optional.empty()
        : Optional.of("the header " + MARKER + ": 1 is missing");
  }
}
