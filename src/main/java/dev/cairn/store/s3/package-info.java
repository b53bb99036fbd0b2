/** Amazon S3 and servers that speak its protocol: client, settings, classification of errors. */
@NullMarked
package dev.cairn.store.s3;

import org.jspecify.annotations.NullMarked;
