package io.sendfile.core.engine;

import io.sendfile.core.files.Origin;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.Identity;
import io.sendfile.core.transfer.LimitSubject;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The handing-off application and its client.
 *
 * @param origin of the hand-off
 * @param client address of the client: that of the peer, or the one that a trusted proxy tells
 * @param identity the client by its name; null if the application has given it none
 */
public record Caller(Origin origin, SocketAddress client, @Nullable Identity identity) {
  /** The client in claims, equal for all transfers that count together. */
  public Object share() {
    return identity == null ? Claim.address(client) : identity;
  }

  /**
   * A transfer of this caller for limits.
   *
   * @param root name of its root; empty before it is known
   */
  public LimitSubject subject(String root) {
    return LimitSubject.of(client, name(), origin.application(), root);
  }

  /** The client's name; empty if it has none. */
  public String name() {
    return identity == null ? "" : identity.name();
  }
}
