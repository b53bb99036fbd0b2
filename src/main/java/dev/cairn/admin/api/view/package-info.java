/** The JSON shapes of the HTTP interface, one record each; a member without a value is null. */
@NullMarked
package dev.cairn.admin.api.view;

import org.jspecify.annotations.NullMarked;
