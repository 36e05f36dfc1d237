package io.sendfile.core.transfer;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A transfer's share of limited resources, from its admission to its end.
 *
 * @param client the client, all of whose connections count together: its address, or its {@link
 *     Identity}
 * @param connection the HTTP/2 connection of its stream; null if it has a connection for itself
 * @param bytes of memory it may hold while its peer takes nothing
 */
public record Claim(Object client, @Nullable Object connection, long bytes) {
  /** The address without its port. */
  public static Object address(SocketAddress client) {
    return client instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress()
        : client;
  }
}
