package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.files.Origin;
import java.net.SocketAddress;
import java.util.List;

/**
 * A node of the tree by which transfers share workers and rates: virtual server, application,
 * client, and for a client with an identity its addresses. The path of a transfer has one node of
 * each level.
 *
 * @param name unique among its siblings
 * @param weight its share relative to its siblings, at least 1
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
