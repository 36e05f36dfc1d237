package io.sendfile.core.stats;

import java.time.Instant;

/**
 * The numbers of a server, a listener or a root at one moment. Immutable.
 *
 * @param since start of the counters
 * @param at time of the reading
 * @param counts events since then
 * @param active transfers in progress; small files that go out in one write never are
 * @param activeHigh most transfers in progress at once since {@code since}
 * @param waiting transfers that wait for admission
 * @param waitingHigh most that waited at once since {@code since}
 * @param workersBusy transfers that hold a worker, sending or waiting for their client
 */
public record StatsSnapshot(
    Instant since,
    Instant at,
    Counts counts,
    long active,
    long activeHigh,
    long waiting,
    long waitingHigh,
    long workersBusy) {
  /**
   * The sum of two servers. Their maxima are added: the true maximum is no higher, though perhaps
   * lower.
   */
  public StatsSnapshot plus(StatsSnapshot other) {
    return new StatsSnapshot(
        since.isBefore(other.since) ? since : other.since,
        at.isAfter(other.at) ? at : other.at,
        counts.plus(other.counts),
        active + other.active,
        activeHigh + other.activeHigh,
        waiting + other.waiting,
        waitingHigh + other.waitingHigh,
        workersBusy + other.workersBusy);
  }
}
