package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.SendAlgorithm.Pace;

/**
 * How one transfer is to be sent.
 *
 * @param pace the algorithm's decisions
 * @param stallNanos longest time without a byte taken, 0 = none
 * @param bytesPerSecond highest rate, 0 = none
 */
public record TransferTerms(Pace pace, long stallNanos, long bytesPerSecond) {}
