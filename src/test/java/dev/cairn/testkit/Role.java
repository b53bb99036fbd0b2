package dev.cairn.testkit;

import java.util.Locale;

/** The roles of the application; each has one user of the same name on a test server. */
public enum Role {
  VIEWER,
  OPERATOR,
  APPLICATION;

  /** Returns the role's name as the server spells it, which is also the name of its user. */
  public String roleName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
