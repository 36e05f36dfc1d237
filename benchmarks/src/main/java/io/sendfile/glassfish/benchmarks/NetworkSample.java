package io.sendfile.glassfish.benchmarks;

import java.util.Map;

/**
 * Result of clients behind slow links.
 *
 * @param clients what they received, and its cost
 * @param link figures of the packets to clients that {@code slow-link.py} prints
 * @param retransmitted segments that servers sent again
 */
record NetworkSample(MixSample clients, Map<String, Double> link, long retransmitted) {

  /** Packets sent again, percent of all. */
  double retransmittedPercent() {
    return 100 * retransmitted / packets("packets");
  }

  /** Packets that found the queue of their client's line full, percent of all. */
  double droppedPercent() {
    return 100 * packets("dropped") / packets("packets");
  }

  private double packets(String name) {
    return link.getOrDefault(name, Double.NaN);
  }
}
