/**
 * Comparison of algorithms and buffer policies. A {@link
 * io.sendfile.glassfish.measurement.Measurement} sends a temporary file by each of them, on this
 * machine and beside its present load, through an engine, filters and a transport of its own, bound
 * to the loopback address, to a few connections that read all of it. Listeners, settings and
 * statistics of the server are left alone. No other package imports this one, whose command loads
 * it when it is given.
 */
@NullMarked
package io.sendfile.glassfish.measurement;

import org.jspecify.annotations.NullMarked;
