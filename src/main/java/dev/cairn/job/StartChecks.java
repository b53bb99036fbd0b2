package dev.cairn.job;

import dev.cairn.catalog.LiveStore;
import dev.cairn.outcome.Reason;
import dev.cairn.store.StoreDescription;
import dev.cairn.store.StoreDirectory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;

/**
 * What can be told of a start before anything is stored, beyond the form of its parameters.
 * Thread-safe.
 */
@ApplicationScoped
class StartChecks {
  private @Inject StoreDirectory directory;
  private @Inject LiveStore liveStore;
  private @Inject RunCapacity capacity;

  /**
   * Checks a start.
   *
   * @throws InvalidParameterException naming the parameter and the remedy
   */
  void check(JobDefinition job, Map<String, String> parameters) {
    String threads = parameters.get("threads");
    if (threads != null) {
      capacity.check(Integer.parseInt(threads));
    }
    String target = parameters.get("target");
    if (job.equals(JobCatalogue.BACKEND_MIGRATION) && target != null) {
      checkTarget(target);
    }
  }

  private void checkTarget(String target) {
    StoreDescription there =
        directory
            .describe(target)
            .orElseThrow(
                () ->
                    wrong(
                        "there is no storage entry '"
                            + target
                            + "'; configured are "
                            + String.join(", ", directory.names())));
    String active = liveStore.activeEntry();
    if (target.equals(active)) {
      throw wrong("'" + target + "' is the active entry already; choose another one");
    }
    StoreDescription here = directory.describe(active).orElseThrow();
    if (here.physicalIdentity().equals(there.physicalIdentity())) {
      throw wrong(
          "'"
              + target
              + "' is the same physical storage as the active entry '"
              + active
              + "' ("
              + there.location()
              + "); to change keys in place, rotate instead");
    }
  }

  private static InvalidParameterException wrong(String text) {
    return new InvalidParameterException(Reason.INVALID_PARAMETER.name(), "target", text);
  }
}
