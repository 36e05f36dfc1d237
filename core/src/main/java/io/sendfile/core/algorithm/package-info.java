/**
 * Ways of sharing workers between transfers. {@link io.sendfile.core.algorithm.Algorithms} lists
 * them, named as in 2009: I/O mode (blocking or not) by write bursts (single or multi).
 */
@NullMarked
package io.sendfile.core.algorithm;

import org.jspecify.annotations.NullMarked;
