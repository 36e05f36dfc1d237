package io.sendfile.operations.problems;

import io.sendfile.core.stats.Counts;

/**
 * Events of two neighbouring windows.
 *
 * @param lately of the last five minutes
 * @param before of the five minutes before
 */
public record Windows(Counts lately, Counts before) {}
