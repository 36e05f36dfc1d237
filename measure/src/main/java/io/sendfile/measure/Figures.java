package io.sendfile.measure;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Result of measuring a variant once.
 *
 * @param requests files sent and read to their end; 0 for clients that read at a pace, else at
 *     least 1
 * @param bytes that the clients read; without headers, unless they read at a pace
 * @param nanos duration
 * @param cpuNanos processor time of the sending threads, not of the reading ones; empty where this
 *     JVM does not report it
 * @param heapBytes allocated on the heap by these threads; empty where this JVM does not report it
 * @param firstByteMedianNanos time from a request to the first byte of its file, as its client saw
 *     it
 * @param firstByteP99Nanos 99th percentile of that time
 * @param load of the machine meanwhile
 * @param pacing figures of clients that read at a pace; null for others
 */
public record Figures(
    long requests,
    long bytes,
    long nanos,
    OptionalLong cpuNanos,
    OptionalLong heapBytes,
    long firstByteMedianNanos,
    long firstByteP99Nanos,
    MachineLoad load,
    @Nullable Pacing pacing) {
  private static final double SECOND = 1e9;

  /** Requests per second. */
  public double requestsPerSecond() {
    return requests * SECOND / nanos;
  }

  /** Bytes per second. */
  public double bytesPerSecond() {
    return bytes * SECOND / nanos;
  }

  /** Processor time of a request, microseconds. */
  public OptionalDouble cpuMicrosPerRequest() {
    return divided(cpuNanos, requests * 1e3);
  }

  /** Processor time of 10<sup>9</sup> bytes, milliseconds; empty as well if none was read. */
  public OptionalDouble cpuMillisPerGigabyte() {
    return divided(cpuNanos, bytes / 1e9 * 1e6);
  }

  /** Bytes on the heap per request. */
  public OptionalDouble heapBytesPerRequest() {
    return divided(heapBytes, (double) requests);
  }

  private static OptionalDouble divided(OptionalLong value, double by) {
    return value.isPresent() && by > 0
        ? OptionalDouble.of(value.getAsLong() / by)
        : OptionalDouble.empty();
  }

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

  /**
   * Load of the machine during a measurement, including the measurement itself.
   *
   * @param average the system's load average of the last minute; empty where it has none
   * @param processors processors kept busy by this process; empty where this JVM does not report it
   */
  public record MachineLoad(OptionalDouble average, OptionalDouble processors) {}
}
