package io.sendfile.core.engine;

import io.sendfile.core.files.Origin;
import io.sendfile.core.transfer.Claim;
import io.sendfile.core.transfer.Identity;
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

  /** The client's name; empty if it has none. */
  public String name() {
    return identity == null ? "" : identity.name();
  }
}
