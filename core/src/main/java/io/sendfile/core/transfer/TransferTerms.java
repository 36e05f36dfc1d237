package io.sendfile.core.transfer;

import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.spi.SendAlgorithm.Pace;
import io.sendfile.spi.TransferListener;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Terms of one transfer.
 *
 * @param algorithm name of the algorithm
 * @param pace its decisions
 * @param newcomersFirst whether first turns go before those of older transfers
 * @param deadlines its client's deadlines
 * @param bytesPerSecond highest rate of this transfer alone, 0 = none
 * @param rates the rates it shares with others
 * @param turns the workers of its turns; null: the scheduler's
 * @param claim its share of limited resources
 * @param path its place in the tree by which transfers share workers and the total rate
 * @param precedence its turns among those of others
 * @param stats its statistics
 * @param small whether header and body go out in one write, on the request's thread
 * @param report receives its end before other listeners; null for none
 */
public record TransferTerms(
    String algorithm,
    Pace pace,
    boolean newcomersFirst,
    Deadlines deadlines,
    long bytesPerSecond,
    SharedRates rates,
    @Nullable TurnQueue turns,
    Claim claim,
    List<Branch> path,
    Precedence precedence,
    StatsRecorder stats,
    boolean small,
    @Nullable TransferListener report) {
  /** Its own workers, or the common ones. */
  TurnQueue turnsOr(TurnQueue common) {
    return Objects.requireNonNullElse(turns, common);
  }

  /**
   * Deadlines of a client.
   *
   * @param stallNanos longest time without a byte taken, 0 = for ever
   * @param minBytesPerSecond lowest rate, 0 = any
   * @param maxNanos longest time from the hand-off to the end, 0 = for ever
   */
  public record Deadlines(long stallNanos, long minBytesPerSecond, long maxNanos) {}
}
