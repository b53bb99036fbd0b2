/** Stores, servers and proxies that tests and the demo run Cairn against. */
@NullMarked
package dev.cairn.testkit;

import org.jspecify.annotations.NullMarked;
