/**
 * Tests of the provisioned server: its configuration, what it opens, and how it starts and ends.
 */
@NullMarked
package dev.cairn.server;

import org.jspecify.annotations.NullMarked;
