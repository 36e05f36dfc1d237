package io.sendfile.glassfish.transfer;

/**
 * How far the limits of a server are used at one moment.
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
  /** With other workers. */
  Occupancy with(Occupation those) {
    return new Occupancy(those, active, maxActive, waiting, maxWaiting, heldBytes, maxBytes);
  }
}
