/** The port to object storage: keys, content, failures, and the look-up of stores by entry name. */
@NullMarked
package dev.cairn.store;

import org.jspecify.annotations.NullMarked;
