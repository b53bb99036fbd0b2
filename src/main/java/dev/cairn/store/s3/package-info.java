/** Objects in an S3 bucket, on AWS SDK for Java 2. */
@NullMarked
package dev.cairn.store.s3;

import org.jspecify.annotations.NullMarked;
