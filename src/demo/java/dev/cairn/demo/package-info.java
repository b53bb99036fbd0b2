/** The first thing a newcomer runs: a real server migrates real blobs while somebody watches. */
@NullMarked
package dev.cairn.demo;

import org.jspecify.annotations.NullMarked;
