/**
 * The words in which work reports how it stands: reasons, verdicts, findings, and the signal that
 * asks it to stop.
 */
@NullMarked
package dev.cairn.outcome;

import org.jspecify.annotations.NullMarked;
