package dev.cairn.bench;

/**
 * What is compared.
 *
 * @param workload set of blobs
 * @param route where to
 * @param work whether the target is empty or has everything
 * @param verify how every blob is proved
 */
record Case(Workload workload, Route route, Work work, String verify) {
  /** Where to; the source is a local directory. */
  enum Route {
    LOCAL("local → local"),
    S3("local → S3Proxy");

    private final String title;

    Route(String title) {
      this.title = title;
    }
  }

  /** What there is to do. */
  enum Work {
    COPY("copy"),
    NOTHING("nothing to do");

    private final String title;

    Work(String title) {
      this.title = title;
    }
  }

  String title() {
    return workload.title() + ", " + route.title + ", " + work.title + ", verify=" + verify;
  }
}
