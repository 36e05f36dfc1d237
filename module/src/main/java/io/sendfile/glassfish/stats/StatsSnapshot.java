package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.time.Instant;
import java.util.Map;

/**
 * The numbers of a server, a listener or a root at one moment. Immutable.
 *
 * @param since when counting began, or was last reset
 * @param at when the numbers were read
 * @param counts what happened since
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
   * What two servers counted, as one. Their highest numbers are added: there were no more at once,
   * though perhaps fewer.
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

  /** Transfers admitted, small files included. */
  public long started() {
    return counts.started();
  }

  /** Transfers that ended so. */
  public long finished(Outcome outcome) {
    return counts.outcomes().getOrDefault(outcome, 0L);
  }

  /** Hand-offs refused for any reason. */
  public long refusedTotal() {
    return refused().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Refused hand-offs by reason code; only reasons that occurred. */
  public Map<String, Long> refused() {
    return counts.refused();
  }

  /** Hand-offs answered with this HTTP status. */
  public long status(int status) {
    return counts.statuses().getOrDefault(status, 0L);
  }

  /** Answered hand-offs by HTTP status; only statuses that occurred. */
  public Map<Integer, Long> statuses() {
    return counts.statuses();
  }

  /** Body bytes taken by the kernel. */
  public long bytes() {
    return counts.bytes();
  }

  /** Those of {@link #bytes} that were not copied through the server. */
  public long bytesZeroCopy() {
    return counts.bytesZeroCopy();
  }

  /** Turns granted. */
  public long bursts() {
    return counts.bursts();
  }

  /** Responses from which hand-off headers were removed without sending a file. */
  public long headersStripped() {
    return counts.headersStripped();
  }

  /** Times an algorithm or buffer policy of a plug-in failed and was stood in for. */
  public long plugInFailures() {
    return counts.plugInFailures().values().stream().mapToLong(Long::longValue).sum();
  }
}
