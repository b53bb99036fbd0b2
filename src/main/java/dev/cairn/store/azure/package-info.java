/** Azure Blob Storage: client, settings, classification of errors. */
@NullMarked
package dev.cairn.store.azure;

import org.jspecify.annotations.NullMarked;
