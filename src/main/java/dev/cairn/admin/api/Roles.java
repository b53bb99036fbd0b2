package dev.cairn.admin.api;

/** Who may do what. */
final class Roles {
  /** Looks at everything, changes nothing. */
  static final String VIEWER = "viewer";

  /** Starts, pauses, resumes, cancels, tests; may do all there is. */
  static final String OPERATOR = "operator";

  /** Works with blobs, sees nothing else. */
  static final String APPLICATION = "application";

  private Roles() {}
}
