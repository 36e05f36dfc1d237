/**
 * Downloads in virtual time: the real algorithms and the real order of turns between simulated
 * clients, sockets, workers and processors. No thread, no sleep, no clock; the same run gives the
 * same figures. {@link io.sendfile.core.simulation.Crowd} is a run.
 */
@NullMarked
package io.sendfile.core.simulation;

import org.jspecify.annotations.NullMarked;
