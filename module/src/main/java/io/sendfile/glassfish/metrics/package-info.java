/**
 * The statistics in the OpenMetrics text format, written by Prometheus's library. Imports stats and
 * that library only.
 */
@NullMarked
package io.sendfile.glassfish.metrics;

import org.jspecify.annotations.NullMarked;
