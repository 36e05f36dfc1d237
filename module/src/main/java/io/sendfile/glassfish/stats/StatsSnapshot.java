package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.time.Instant;
import java.util.Map;

/**
 * The numbers at one moment. Immutable.
 *
 * @param since when counting began, or was last reset
 * @param at when the numbers were read
 * @param started transfers admitted, small files included
 * @param active transfers in progress
 * @param activeHigh most transfers in progress at once since {@code since}
 * @param waiting transfers that wait for admission
 * @param outcomes finished transfers by outcome; every outcome is present
 * @param refused refused hand-offs by reason code; only reasons that occurred
 * @param statuses answered hand-offs by HTTP status; only statuses that occurred
 * @param bytes body bytes taken by the kernel
 * @param bytesZeroCopy those of {@code bytes} that were not copied through the server
 * @param bursts turns granted
 * @param headersStripped responses from which hand-off headers were removed without sending a file
 * @param plugInFailures times an algorithm or buffer policy of a plug-in failed and was stood in
 *     for
 */
public record StatsSnapshot(
    Instant since,
    Instant at,
    long started,
    long active,
    long activeHigh,
    long waiting,
    Map<Outcome, Long> outcomes,
    Map<String, Long> refused,
    Map<Integer, Long> statuses,
    long bytes,
    long bytesZeroCopy,
    long bursts,
    long headersStripped,
    long plugInFailures) {
  public StatsSnapshot {
    outcomes = Map.copyOf(outcomes);
    refused = Map.copyOf(refused);
    statuses = Map.copyOf(statuses);
  }

  /** Transfers that ended so. */
  public long finished(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  /** Hand-offs refused for any reason. */
  public long refusedTotal() {
    return refused.values().stream().mapToLong(Long::longValue).sum();
  }
}
