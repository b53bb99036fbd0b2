package dev.cairn.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The registry's head row.
 *
 * @param gate read-only state
 * @param pointer active entry as chosen by a cutover, or null while it is the first of the
 *     configuration
 * @param pointerVersion grows with every change of the pointer
 */
public record Head(Gate gate, @Nullable String pointer, long pointerVersion) {}
