/**
 * When to try again: policies, backoff arithmetic, Retry-After, and the two roots of all
 * exceptions.
 */
@NullMarked
package dev.cairn.retry;

import org.jspecify.annotations.NullMarked;
