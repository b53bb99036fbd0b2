/**
 * What must exist and where: the registry of managed blobs, the active pointer, the gate, and the
 * live store.
 */
@NullMarked
package dev.cairn.catalog;

import org.jspecify.annotations.NullMarked;
