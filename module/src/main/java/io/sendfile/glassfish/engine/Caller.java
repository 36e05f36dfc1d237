package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.files.Origin;
import java.net.SocketAddress;

/**
 * Between whom a file goes.
 *
 * @param origin what hands it off
 * @param client address of the peer
 */
public record Caller(Origin origin, SocketAddress client) {}
