package io.sendfile.core.transfer;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A transfer by all that limits of administrators ask for.
 *
 * @param client its address; null if it has none
 * @param identity its name by the application; empty without one
 * @param application that hands off
 * @param root name of the root; empty before it is known
 */
public record LimitSubject(
    @Nullable InetAddress client, String identity, String application, String root) {
  /** One by the address of its peer. */
  public static LimitSubject of(
      SocketAddress peer, String identity, String application, String root) {
    InetAddress client = peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
    return new LimitSubject(client, identity, application, root);
  }
}
