/** Measures migrations on a real server, side by side with rclone where it is installed. */
@NullMarked
package dev.cairn.bench;

import org.jspecify.annotations.NullMarked;
