/**
 * The ways of sharing workers between transfers, named as in 2009: I/O mode (blocking or not) by
 * write bursts (single or multi). {@link io.sendfile.glassfish.algorithm.Algorithms} lists them.
 */
@NullMarked
package io.sendfile.glassfish.algorithm;

import org.jspecify.annotations.NullMarked;
