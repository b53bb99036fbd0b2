/**
 * The composition root: settings are read once and checked against each other, then stores,
 * policies and clocks are wired.
 */
@NullMarked
package dev.cairn.config;

import org.jspecify.annotations.NullMarked;
