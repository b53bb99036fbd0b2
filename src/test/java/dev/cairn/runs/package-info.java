/**
 * Runs on a real server, as an operator meets them: every state with every verb, through the API
 * and the management console, asked rightly and wrongly.
 */
@NullMarked
package dev.cairn.runs;

import org.jspecify.annotations.NullMarked;
