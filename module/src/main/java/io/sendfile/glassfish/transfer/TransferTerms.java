package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.SendAlgorithm.Pace;

/**
 * How one transfer is to be sent.
 *
 * @param pace the algorithm's decisions
 * @param newcomersFirst whether its first turn goes before those of older transfers
 * @param patience how long its client may take
 * @param bytesPerSecond highest rate, 0 = none
 */
public record TransferTerms(
    Pace pace, boolean newcomersFirst, Patience patience, long bytesPerSecond) {}
