/**
 * The rules of moving blobs from one entry to another: plan, ranges, cursor, counters, copier,
 * pause policy, cutover.
 */
@NullMarked
package dev.cairn.migration;

import org.jspecify.annotations.NullMarked;
