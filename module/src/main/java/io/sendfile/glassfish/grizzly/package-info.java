/**
 * Edge to Grizzly: filter, exchange, sinks. {@link io.sendfile.glassfish.grizzly.SendfileFilter}
 * sees each uncommitted response header; {@link io.sendfile.glassfish.grizzly.HandOffHandler} sees
 * the application return; between them an {@link io.sendfile.glassfish.grizzly.Exchange} keeps the
 * request open until its transfer has finished. Sinks write to the socket or, for TLS and HTTP/2,
 * through the filters.
 */
@NullMarked
package io.sendfile.glassfish.grizzly;

import org.jspecify.annotations.NullMarked;
