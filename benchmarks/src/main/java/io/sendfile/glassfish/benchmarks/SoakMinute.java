package io.sendfile.glassfish.benchmarks;

import java.util.List;
import java.util.Map;

/**
 * A server at the end of a minute, and what it did in it.
 *
 * @param heapMegabytes live objects, after a collection
 * @param directMegabytes memory of direct buffers
 * @param state its process
 * @param hello latencies of its tiny answer, milliseconds
 * @param handOff latencies of a small file that is handed off, milliseconds
 * @param ended transfers that ended in the minute, by outcome
 */
record SoakMinute(
    double heapMegabytes,
    double directMegabytes,
    ServerProcess.State state,
    List<Double> hello,
    List<Double> handOff,
    Map<String, Long> ended) {

  /** The latency that this part of the requests did not exceed; NaN for none. */
  static double quantile(List<Double> millis, double part) {
    List<Double> sorted = millis.stream().sorted().toList();
    return sorted.isEmpty() ? Double.NaN : sorted.get((int) (part * (sorted.size() - 1)));
  }

  /** Its figures in a line, for those who wait. */
  String summary() {
    return "heap %.1f MB, %.0f descriptors, %.0f threads, ended %s"
        .formatted(heapMegabytes, state.descriptors(), state.threads(), ended);
  }

  /** Transfers that ended so. */
  double ended(String outcome) {
    return ended.getOrDefault(outcome, 0L);
  }
}
