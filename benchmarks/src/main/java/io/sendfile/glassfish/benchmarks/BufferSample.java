package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.JvmProbe.Reading;

/**
 * Cost of one buffer policy under one load. All figures but the rate come from the same part of the
 * run, and are related to one request by the rate.
 *
 * @param requestsPerSecond answered
 * @param cpuSeconds user and system time of the server's process
 * @param before figures of the JVM at the start of the part
 * @param after figures of the JVM at its end
 */
record BufferSample(double requestsPerSecond, double cpuSeconds, Reading before, Reading after) {
  private double seconds() {
    return after.seconds() - before.seconds();
  }

  double cpuMicrosPerRequest() {
    return cpuSeconds / seconds() / requestsPerSecond * 1e6;
  }

  /** 10^3 bytes of heap, without the memory of direct buffers. */
  double kilobytesPerRequest() {
    return after.allocatedSince(before) / seconds() / requestsPerSecond / 1e3;
  }

  double pausesPerSecond() {
    return (after.pauses() - before.pauses()) / seconds();
  }

  /** Milliseconds of collector pauses per second. */
  double pausedMillisPerSecond() {
    return (after.pausedMillis() - before.pausedMillis()) / seconds();
  }

  /** 10^6 bytes. */
  double directMegabytes() {
    return after.directBytes() / 1e6;
  }
}
