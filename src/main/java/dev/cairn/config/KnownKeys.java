package dev.cairn.config;

import java.util.Comparator;

/** Tells declared keys from mistyped ones. Pure. */
final class KnownKeys {
  private static final String ENTRY = "cairn.storage.<name>.";

  /** Environment variables of the server's data source, which the configuration shows as well. */
  private static final String DATABASE = "cairn.db.";

  private KnownKeys() {}

  static boolean contains(String key) {
    return key.startsWith(DATABASE)
        || Setting.ALL.stream().anyMatch(s -> s.key().equals(general(key)));
  }

  /** The declared key that differs least. */
  static String nearest(String key) {
    String general = general(key);
    return Setting.ALL.stream()
        .map(Setting::key)
        .min(Comparator.comparingInt(known -> distance(known, general)))
        .orElse("");
  }

  private static String general(String key) {
    return key.replaceFirst("^cairn\\.storage\\.[a-z0-9-]+\\.", ENTRY);
  }

  /** Insertions, deletions and replacements that turn one text into the other. */
  static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
