package dev.cairn.testkit;

/** The roles of the application; each has one user of its own on a test server. */
public enum Role {
  VIEWER("viewer", "viewer"),
  OPERATOR("operator", "operator"),
  APPLICATION("application", "app");

  private final String roleName;
  private final String userName;

  Role(String roleName, String userName) {
    this.roleName = roleName;
    this.userName = userName;
  }

  /** Returns the role's name as the server spells it. */
  public String roleName() {
    return roleName;
  }

  /** Returns the name of the user that has this role on a test server. */
  public String userName() {
    return userName;
  }
}
