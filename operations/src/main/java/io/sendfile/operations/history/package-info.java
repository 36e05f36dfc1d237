/**
 * Figures and marks of the past. A {@link io.sendfile.operations.history.History} is sampled every
 * few seconds; it keeps samples in memory, minutes of a week and hours of a year in a file of fixed
 * size, and knows neither threads nor GlassFish.
 */
@NullMarked
package io.sendfile.operations.history;

import org.jspecify.annotations.NullMarked;
