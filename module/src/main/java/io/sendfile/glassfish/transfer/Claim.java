package io.sendfile.glassfish.transfer;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What one transfer takes of what all share, from its admission to its end.
 *
 * @param client whose it is: all its connections count together
 * @param connection the HTTP/2 connection it is a stream of; null if it has one for itself
 * @param bytes of memory it may hold while its peer takes nothing
 */
public record Claim(Object client, @Nullable Object connection, long bytes) {
  /** The claim of a client at this address; its port does not matter. */
  public static Claim of(SocketAddress client, @Nullable Object connection, long bytes) {
    return new Claim(address(client), connection, bytes);
  }

  static Object address(SocketAddress client) {
    return client instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress()
        : client;
  }
}
