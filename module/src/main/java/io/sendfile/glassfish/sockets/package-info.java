/**
 * Sockets seen from below Grizzly. {@link io.sendfile.glassfish.sockets.WritePoller} waits until
 * they can be written to; {@link io.sendfile.glassfish.sockets.SocketOption}s tell the kernel how
 * to treat them, where the JVM allows that; the others tell how much room they have, and how much
 * of what was written the client has acknowledged.
 */
@NullMarked
package io.sendfile.glassfish.sockets;

import org.jspecify.annotations.NullMarked;
