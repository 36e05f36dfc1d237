package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.SendAlgorithm.Pace;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.stats.StatsRecorder;
import org.jspecify.annotations.Nullable;

/**
 * How one transfer is to be sent.
 *
 * @param algorithm name of the algorithm
 * @param pace its decisions
 * @param newcomersFirst whether its first turn goes before those of older transfers
 * @param patience how long its client may take
 * @param bytesPerSecond highest rate of this transfer alone, 0 = none
 * @param rates the rates it shares with others
 * @param turns the workers it gets its turns from; null: the scheduler's
 * @param claim what it takes of what all share
 * @param stats where it is counted
 * @param report is told of its end before those who are told of each; null for nobody
 */
public record TransferTerms(
    String algorithm,
    Pace pace,
    boolean newcomersFirst,
    Patience patience,
    long bytesPerSecond,
    SharedRates rates,
    @Nullable TurnQueue turns,
    Claim claim,
    StatsRecorder stats,
    @Nullable TransferListener report) {}
