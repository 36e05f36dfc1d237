package io.sendfile.measure;

import java.util.List;

/**
 * Progress of clients that read at a pace.
 *
 * @param bytes read by all
 * @param lowestShare of its pace, of the client that got least; from 0 to 1
 * @param longestPauseNanos 99th percentile over the clients of the longest time without a byte
 */
record Progress(long bytes, double lowestShare, long longestPauseNanos) {
  private static final double MOST = 0.99;

  /** The sum of at least one client. */
  static Progress of(List<ReadingPace> clients, long nanoTime) {
    return new Progress(
        clients.stream().mapToLong(ReadingPace::bytes).sum(),
        clients.stream().mapToDouble(pace -> pace.share(nanoTime)).min().orElse(0),
        Samples.percentile(
            clients.stream().mapToLong(pace -> pace.longestPause(nanoTime)).sorted().toArray(),
            MOST));
  }
}
