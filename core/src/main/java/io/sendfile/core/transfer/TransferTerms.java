package io.sendfile.core.transfer;

import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.spi.SendAlgorithm.Pace;
import io.sendfile.spi.TransferListener;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Terms of one transfer.
 *
 * @param algorithm name of the algorithm
 * @param pace its decisions
 * @param newcomersFirst whether first turns go before those of older transfers
 * @param deadlines its client's deadlines
 * @param rate highest rate of this transfer alone
 * @param rates the rates it shares with others
 * @param turns the workers of its turns; null: the scheduler's
 * @param claim its share of limited resources
 * @param priority its turns among those of others
 * @param stats its statistics
 * @param small whether header and body go out in one write, on the request's thread
 * @param report receives its end before other listeners; null for none
 */
public record TransferTerms(
    String algorithm,
    Pace pace,
    boolean newcomersFirst,
    Deadlines deadlines,
    HighestRate rate,
    SharedRates rates,
    @Nullable TurnQueue turns,
    Claim claim,
    TurnPriority priority,
    StatsRecorder stats,
    boolean small,
    @Nullable TransferListener report) {
  /** Its own workers, or the common ones. */
  TurnQueue turnsOr(TurnQueue common) {
    return Objects.requireNonNullElse(turns, common);
  }
}
