/**
 * Comparison of algorithms and buffer policies. This is an optional bundle beside the module. A
 * {@link io.sendfile.measure.Measurement} sends a temporary file by each of them, on this machine
 * and beside its present load, through an engine, filters and a transport of its own, bound to the
 * loopback address, to a few connections that read all of it. Listeners, settings and statistics of
 * the server are left alone. {@code advise-sendfile} is here as well, for it estimates the cost of
 * hand-offs by such a measurement. Without the bundle, these commands and the console's page are
 * absent.
 */
@NullMarked
package io.sendfile.measure;

import org.jspecify.annotations.NullMarked;
