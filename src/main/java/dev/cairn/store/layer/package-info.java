/**
 * What stands between a caller and a backend: timeout, retry, and the one method that wires them.
 */
@NullMarked
package dev.cairn.store.layer;

import org.jspecify.annotations.NullMarked;
