/** Objects as files under a root directory. */
@NullMarked
package dev.cairn.store.local;

import org.jspecify.annotations.NullMarked;
