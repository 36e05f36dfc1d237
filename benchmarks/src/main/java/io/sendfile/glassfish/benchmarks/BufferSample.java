package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.JvmProbe.Reading;

/**
 * What one buffer policy cost under one load. All but the rate are of the same part of the run, and
 * brought to one request by the rate.
 *
 * @param requestsPerSecond answered
 * @param cpuSeconds user and system time of the server's process
 * @param before figures of the JVM when the part began
 * @param after figures of the JVM when it ended
 */
record BufferSample(double requestsPerSecond, double cpuSeconds, Reading before, Reading after) {
  private double seconds() {
    return after.seconds() - before.seconds();
  }

  double cpuMicrosPerRequest() {
    return cpuSeconds / seconds() / requestsPerSecond * 1e6;
  }

  /** 10^3 bytes of heap; the memory of direct buffers is not in it. */
  double kilobytesPerRequest() {
    return after.allocatedSince(before) / seconds() / requestsPerSecond / 1e3;
  }

  double pausesPerSecond() {
    return (after.pauses() - before.pauses()) / seconds();
  }

  /** Milliseconds of each second in which the application stood still. */
  double pausedMillisPerSecond() {
    return (after.pausedMillis() - before.pausedMillis()) / seconds();
  }

  /** 10^6 bytes. */
  double directMegabytes() {
    return after.directBytes() / 1e6;
  }
}
