package io.sendfile.glassfish.benchmarks;

import java.util.Map;

/**
 * Result of one run of requests at a fixed rate beside slow clients.
 *
 * @param values the figures that {@code due} prints, see the head of {@code due.c}
 * @param slowMegabytes 10^6 bytes per second that the slow clients received together
 * @param serverCores CPU of the server's processes, in processors
 * @param machineCores processors that were not idle, in the mean
 */
record MixedSample(
    Map<String, Double> values, double slowMegabytes, double serverCores, double machineCores) {

  /**
   * Time from the moment at which a request was due to its last byte, milliseconds.
   *
   * @param p50 median
   * @param p99 99th percentile
   * @param p999 99.9th
   */
  record Latency(double p50, double p99, double p999) {}

  /** By the number of the target, from 0. */
  Latency latency(int target) {
    return new Latency(millis("p50_" + target), millis("p99_" + target), millis("p999_" + target));
  }

  /** Time until requests were sent, 99th percentile, milliseconds. */
  double sentMillis() {
    return millis("sent_p99");
  }

  /** Percent of the requests that had no whole response at the end. */
  double unanswered() {
    return 100 * value("waiting") / value("requests");
  }

  private double millis(String name) {
    return value(name) / 1e3;
  }

  private double value(String name) {
    Double value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The client did not say " + name + ": " + values);
    }
    return value;
  }
}
