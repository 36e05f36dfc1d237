/**
 * A quick look at what algorithms and buffer policies do on this machine, beside its present load:
 * each sends a temporary file through an engine, filters and a transport of its own, bound to the
 * loopback address, to a few connections that read all of it. Listeners, settings and statistics of
 * the server are left alone.
 */
@NullMarked
package io.sendfile.glassfish.measurement;

import org.jspecify.annotations.NullMarked;
