package io.sendfile.core.transfer;

import io.sendfile.core.files.Root.Origin;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A node of the tree by which transfers share workers and rates: virtual server, application,
 * client, and for a client with an identity its addresses. The path of a transfer has one node of
 * each level.
 *
 * @param name unique among its siblings
 * @param weighed tells its {@link #weight} at each turn, for it may change meanwhile
 */
public record Branch(Object name, IntSupplier weighed) {
  /** A branch of a fixed weight. */
  public Branch(Object name, int weight) {
    this(name, () -> weight);
  }

  /** Its share now, relative to its siblings, at least 1. */
  int weight() {
    return weighed.getAsInt();
  }

  /**
   * The path of a transfer.
   *
   * @param client of {@link Claim#client}
   * @param address of that client
   * @param weights those in force
   */
  public static List<Branch> path(
      Origin origin, Object client, SocketAddress address, Supplier<Weights> weights) {
    Branch server = named(origin.virtualServer(), weights);
    Branch application = named(origin.application(), weights);
    Branch each = new Branch(client, Weights.USUAL);
    return client instanceof Identity
        ? List.of(server, application, each, new Branch(Claim.address(address), Weights.USUAL))
        : List.of(server, application, each);
  }

  private static Branch named(String name, Supplier<Weights> weights) {
    return new Branch(name, () -> weights.get().of(name));
  }
}
