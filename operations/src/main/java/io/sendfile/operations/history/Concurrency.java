package io.sendfile.operations.history;

/**
 * Number of transfers present at once during an interval, by its samples.
 *
 * @param transferMillis sum of the time that each was present, milliseconds
 * @param most the highest number that a sample found
 */
public record Concurrency(long transferMillis, long most) {
  /** No transfers. */
  static final Concurrency NONE = new Concurrency(0, 0);

  Concurrency plus(Concurrency other) {
    return new Concurrency(transferMillis + other.transferMillis, Math.max(most, other.most));
  }
}
