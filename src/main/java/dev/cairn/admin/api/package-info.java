/** The HTTP interface: blobs for applications, jobs, runs and storage for operators, JSON only. */
@NullMarked
package dev.cairn.admin.api;

import org.jspecify.annotations.NullMarked;
