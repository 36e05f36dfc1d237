package io.sendfile.glassfish.history;

/**
 * Transfers present during an interval, by its samples.
 *
 * @param transferMillis sum of the time that each was present, milliseconds
 * @param most the highest number that a sample found
 */
public record Occupancy(long transferMillis, long most) {
  /** No transfers. */
  static final Occupancy NONE = new Occupancy(0, 0);

  Occupancy plus(Occupancy other) {
    return new Occupancy(transferMillis + other.transferMillis, Math.max(most, other.most));
  }
}
