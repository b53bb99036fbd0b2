package dev.cairn.admin.api.view;

import org.jspecify.annotations.Nullable;

/** How constants are written. Pure. */
final class Names {
  private Names() {}

  static @Nullable String orNull(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name();
  }
}
