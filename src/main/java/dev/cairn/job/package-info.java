/**
 * Runs: how a job starts, pauses, resumes and tells the truth; the JSR-352 artifacts and the only
 * user of the engine.
 */
@NullMarked
package dev.cairn.job;

import org.jspecify.annotations.NullMarked;
