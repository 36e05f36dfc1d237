package io.sendfile.glassfish.transfer;

/**
 * The usage of a server's limits at one moment.
 *
 * @param workers of the turns
 * @param active transfers that share the workers
 * @param maxActive most of them
 * @param waiting transfers that wait for a place
 * @param maxWaiting most of them
 * @param heldBytes memory claimed by active transfers
 * @param maxBytes most of it; {@link Limits#NONE} = any
 */
public record Occupancy(
    Occupation workers,
    int active,
    int maxActive,
    int waiting,
    int maxWaiting,
    long heldBytes,
    long maxBytes) {
  /** The sum of two servers; one without a limit on memory leaves the sum without. */
  public Occupancy plus(Occupancy other) {
    return new Occupancy(
        new Occupation(
            workers.busy() + other.workers.busy(), workers.workers() + other.workers.workers()),
        active + other.active,
        maxActive + other.maxActive,
        waiting + other.waiting,
        maxWaiting + other.maxWaiting,
        heldBytes + other.heldBytes,
        maxBytes == Limits.NONE || other.maxBytes == Limits.NONE
            ? Limits.NONE
            : maxBytes + other.maxBytes);
  }

  /** A copy with other workers. */
  Occupancy with(Occupation those) {
    return new Occupancy(those, active, maxActive, waiting, maxWaiting, heldBytes, maxBytes);
  }
}
