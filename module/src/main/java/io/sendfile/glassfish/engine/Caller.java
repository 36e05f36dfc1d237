package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.files.Origin;
import java.net.SocketAddress;

/**
 * The handing-off application and its client.
 *
 * @param origin of the hand-off
 * @param client address of the peer
 */
public record Caller(Origin origin, SocketAddress client) {}
