package dev.cairn.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

/** One user per role and a management user, with passwords invented for one server. */
public record ServerUsers(Map<Role, Credentials> byRole, Credentials administrator) {
  private static final String APPLICATION_REALM = "ApplicationRealm";
  private static final String MANAGEMENT_REALM = "ManagementRealm";

  public ServerUsers {
    byRole = Map.copyOf(byRole);
  }

  /** Invents all passwords. */
  public static ServerUsers random() {
    Map<Role, Credentials> byRole = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      byRole.put(role, Credentials.random(role.userName()));
    }
    return new ServerUsers(byRole, Credentials.random("admin"));
  }

  /** Returns the user that has this role and no other. */
  public Credentials of(Role role) {
    Credentials credentials = byRole.get(role);
    if (credentials == null) {
      throw new IllegalArgumentException("no user has role " + role);
    }
    return credentials;
  }

  /**
   * Adds the users to the property files of a server's configuration directory, in the form in
   * which {@code add-user.sh} writes them. A running server reads the files again when they change.
   */
  public void addTo(Path configuration) throws IOException {
    for (Map.Entry<Role, Credentials> user : byRole.entrySet()) {
      append(
          configuration.resolve("application-users.properties"),
          hashed(user.getValue(), APPLICATION_REALM));
      append(
          configuration.resolve("application-roles.properties"),
          user.getValue().user() + "=" + user.getKey().roleName());
    }
    append(configuration.resolve("mgmt-users.properties"), hashed(administrator, MANAGEMENT_REALM));
    append(configuration.resolve("mgmt-groups.properties"), administrator.user() + "=");
  }

  private static void append(Path file, String line) throws IOException {
    Files.writeString(
        file, "\n" + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String hashed(Credentials credentials, String realm) {
    String secret = credentials.user() + ":" + realm + ":" + credentials.password();
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(secret.getBytes(StandardCharsets.UTF_8));
      return credentials.user() + "=" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
