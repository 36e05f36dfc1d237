package io.sendfile.measure;

import java.util.OptionalLong;

/**
 * Figures of clients that read at a pace.
 *
 * @param lowestShare of its pace, of the client that got least; from 0 to 1
 * @param longestPauseNanos 99th percentile over the clients of the longest time without a byte
 * @param workersBusy transfers that held a worker, sending or waiting for their client; the mean
 * @param bufferBytes most bytes in buffers of the policy at once; empty for the server's own
 *     buffers, which nobody counts
 */
public record Pacing(
    double lowestShare, long longestPauseNanos, double workersBusy, OptionalLong bufferBytes) {}
