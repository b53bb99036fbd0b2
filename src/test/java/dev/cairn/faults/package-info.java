/**
 * Tests of what a migration does when a store, the network, the server's process or its database
 * fails under it.
 */
@NullMarked
package dev.cairn.faults;

import org.jspecify.annotations.NullMarked;
