package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.files.Origin;
import java.net.SocketAddress;
import java.util.List;

/**
 * A branch of the tree by which transfers share what is short: virtual server, application, client,
 * and the addresses of a client that has an identity. A transfer's path has one of each.
 *
 * @param name unlike those of its siblings
 * @param weight its share in relation to theirs, at least 1
 */
public record Branch(Object name, int weight) {
  /**
   * The path of a transfer.
   *
   * @param client of {@link Claim#client}
   * @param address of that client
   */
  public static List<Branch> path(
      Origin origin, Object client, SocketAddress address, Weights weights) {
    Branch server = new Branch(origin.virtualServer(), weights.of(origin.virtualServer()));
    Branch application = new Branch(origin.application(), weights.of(origin.application()));
    Branch each = new Branch(client, Weights.USUAL);
    return client instanceof Identity
        ? List.of(server, application, each, new Branch(Claim.address(address), Weights.USUAL))
        : List.of(server, application, each);
  }
}
