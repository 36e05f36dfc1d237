/**
 * Sockets seen from below Grizzly. {@link io.sendfile.grizzly.sockets.WritePoller} waits until they
 * can be written to; {@link io.sendfile.grizzly.sockets.SocketOption}s tell the kernel how to treat
 * them, where the JVM allows that; the others tell how much room they have, and how much of what
 * was written the client has acknowledged.
 */
@NullMarked
package io.sendfile.grizzly.sockets;

import org.jspecify.annotations.NullMarked;
