/** What every request passes before it reaches a resource, and what every answer carries. */
@NullMarked
package dev.cairn.admin.api.guard;

import org.jspecify.annotations.NullMarked;
