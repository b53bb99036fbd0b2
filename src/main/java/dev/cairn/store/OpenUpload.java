package dev.cairn.store;

import java.time.Instant;

/**
 * An upload in parts that was begun and, as far as is known, neither completed nor aborted. It is
 * no object, but its parts take up room that has to be paid for.
 *
 * @param key what it would become
 * @param id how the provider names it
 * @param begun when
 */
public record OpenUpload(ObjectKey key, String id, Instant begun) {}
