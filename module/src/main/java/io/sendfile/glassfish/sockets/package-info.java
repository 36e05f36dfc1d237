/**
 * Sockets seen from below Grizzly. {@link io.sendfile.glassfish.sockets.WritePoller} waits until
 * they can be written to; the others tell how much room they have, and how much of what was written
 * the client has acknowledged.
 */
@NullMarked
package io.sendfile.glassfish.sockets;

import org.jspecify.annotations.NullMarked;
