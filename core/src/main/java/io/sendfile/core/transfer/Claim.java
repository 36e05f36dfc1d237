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
 * @param most transfers that connection may have at once, those included that have ended and left
 *     bytes with it
 * @param bytes of memory it may hold while its peer takes nothing
 * @param piece bytes of memory it holds besides while a piece of its body is under way: from the
 *     reading until the kernel has it, which is at once if the socket takes what it announced; 0
 *     for none
 */
public record Claim(Object client, @Nullable Object connection, long most, long bytes, long piece) {
  /** A claim of a transfer that has a connection for itself. */
  public Claim(Object client, long bytes, long piece) {
    this(client, null, Limits.NONE, bytes, piece);
  }

  /** One whose pieces need no memory of their own. */
  public Claim(Object client, long bytes) {
    this(client, bytes, 0);
  }

  /** Whether a transfer with the other claim may run by this one. */
  public boolean covers(Claim other) {
    return bytes >= other.bytes && piece >= other.piece;
  }

  /** The address without its port. */
  public static Object address(SocketAddress client) {
    return client instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress()
        : client;
  }
}
