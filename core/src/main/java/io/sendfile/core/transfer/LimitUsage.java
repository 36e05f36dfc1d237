package io.sendfile.core.transfer;

/**
 * The usage of a server's limits at one moment.
 *
 * @param busyWorkers workers with a turn, sending or waiting for their client
 * @param workers all workers; 0 = one for each turn
 * @param active transfers that share the workers
 * @param maxActive most of them
 * @param waiting transfers that wait for a place
 * @param maxWaiting most of them
 * @param heldBytes memory claimed by active transfers
 * @param maxBytes most of it; {@link Limits#NONE} = any
 */
public record LimitUsage(
    int busyWorkers,
    int workers,
    int active,
    int maxActive,
    int waiting,
    int maxWaiting,
    long heldBytes,
    long maxBytes) {
  /** The sum of two servers; one without a limit on memory leaves the sum without. */
  public LimitUsage plus(LimitUsage other) {
    return new LimitUsage(
        busyWorkers + other.busyWorkers,
        workers + other.workers,
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
  LimitUsage with(int busy, int all) {
    return new LimitUsage(busy, all, active, maxActive, waiting, maxWaiting, heldBytes, maxBytes);
  }

  /** Whether a turn has to wait for the end of another one. */
  boolean workersAreBusy() {
    return workers > 0 && busyWorkers >= workers;
  }
}
