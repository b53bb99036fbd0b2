/** How every failure becomes one problem document (RFC 9457) with a stable code. */
@NullMarked
package dev.cairn.admin.api.problem;

import org.jspecify.annotations.NullMarked;
