package io.sendfile.glassfish.benchmarks;

import java.util.Map;

/**
 * A server with clients that do not read, beside the same server without them.
 *
 * @param clients their number
 * @param first the server before the first of them; a JVM keeps memory that it once had
 * @param before the server just before they came
 * @param crowded the server with them
 */
record StalledSample(int clients, View first, View before, View crowded) {

  /** Growth of the process's memory for each client, 10^3 bytes. */
  double rssKilobytes() {
    return (crowded.state.rssMegabytes() - first.state.rssMegabytes()) * 1e3 / clients;
  }

  /** Live heap for each client, 10^3 bytes. */
  double heapKilobytes() {
    return (crowded.heap.bytes() - before.heap.bytes()) / 1e3 / clients;
  }

  /** The part of it held by this project's classes, 10^3 bytes. */
  double ownKilobytes() {
    return (crowded.heap.ownBytes() - before.heap.ownBytes()) / 1e3 / clients;
  }

  /** Descriptors for each client. */
  double descriptors() {
    return (crowded.state.descriptors() - before.state.descriptors()) / clients;
  }

  /**
   * A server at one time.
   *
   * @param state its process
   * @param heap live objects of its heap
   * @param fresh latencies of fresh requests, microseconds, by target
   */
  record View(
      ServerProcess.State state,
      LiveHeap heap,
      Map<StalledTable.Probe, Map<String, Double>> fresh) {
    View with(Map<StalledTable.Probe, Map<String, Double>> latencies) {
      return new View(state, heap, latencies);
    }

    /** A quantile such as {@code p99}, milliseconds; NaN if this server has no such target. */
    double freshMillis(StalledTable.Probe probe, String quantile) {
      Map<String, Double> latencies = fresh.get(probe);
      return latencies == null ? Double.NaN : latencies.getOrDefault(quantile, Double.NaN) / 1e3;
    }
  }
}
