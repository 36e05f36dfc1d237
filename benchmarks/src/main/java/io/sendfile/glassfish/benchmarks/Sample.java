package io.sendfile.glassfish.benchmarks;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.Map;

/**
 * Result of one run of the load client, and its cost to the server.
 *
 * @param requests responses received completely
 * @param bytes bytes of body received
 * @param micros duration of the run
 * @param cpuSeconds user and system time of the server's process during the run
 * @param clientCpuSeconds user and system time of the load client
 * @param machineSeconds time in which the machine's processors were not idle
 * @param p50Micros median of its latencies, 0 for none
 * @param p99Micros their 99th percentile
 */
record Sample(
    long requests,
    long bytes,
    long micros,
    double cpuSeconds,
    double clientCpuSeconds,
    double machineSeconds,
    long p50Micros,
    long p99Micros) {
  /** Reads the line that the load client prints: {@code requests=… bytes=… micros=… …}. */
  static Sample parse(String line, double cpuSeconds, double machineSeconds) {
    Map<String, Long> values =
        Arrays.stream(line.trim().split(" "))
            .map(word -> word.split("=", 2))
            .collect(toMap(pair -> pair[0], pair -> Long.parseLong(pair[1])));
    return new Sample(
        value(values, "requests"),
        value(values, "bytes"),
        value(values, "micros"),
        cpuSeconds,
        value(values, "cpu") / 1e6,
        machineSeconds,
        value(values, "p50"),
        value(values, "p99"));
  }

  private static long value(Map<String, Long> values, String name) {
    Long value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The load client did not say " + name + ": " + values);
    }
    return value;
  }

  /** Both runs together, without latencies. */
  Sample plus(Sample other) {
    return new Sample(
        requests + other.requests,
        bytes + other.bytes,
        micros + other.micros,
        cpuSeconds + other.cpuSeconds,
        clientCpuSeconds + other.clientCpuSeconds,
        machineSeconds + other.machineSeconds,
        0,
        0);
  }

  /** Seconds of CPU per 10^9 bytes of body. */
  double cpuSecondsPerGigabyte() {
    return cpuSeconds * 1e9 / bytes;
  }

  /** CPU of the load client per 10^9 bytes of body. */
  double clientCpuSecondsPerGigabyte() {
    return clientCpuSeconds * 1e9 / bytes;
  }

  /** CPU of server and load client together: TCP's work moves between them. */
  double totalCpuSecondsPerGigabyte() {
    return cpuSecondsPerGigabyte() + clientCpuSecondsPerGigabyte();
  }

  /** Busy time of all processors per 10^9 bytes of body. */
  double machineSecondsPerGigabyte() {
    return machineSeconds * 1e9 / bytes;
  }

  /** CPU of the server per request; NaN if no client came to the end of a file. */
  double cpuMicrosPerRequest() {
    return perRequest(cpuSeconds);
  }

  /** CPU of the load client per request. */
  double clientCpuMicrosPerRequest() {
    return perRequest(clientCpuSeconds);
  }

  /** CPU of server and load client together per request. */
  double totalCpuMicrosPerRequest() {
    return cpuMicrosPerRequest() + clientCpuMicrosPerRequest();
  }

  /** Busy time of all processors per request. */
  double machineMicrosPerRequest() {
    return perRequest(machineSeconds);
  }

  private double perRequest(double seconds) {
    return requests == 0 ? Double.NaN : seconds * 1e6 / requests;
  }

  /** 10^6 bytes of body per second. */
  double megabytesPerSecond() {
    return (double) bytes / micros;
  }

  double p50Millis() {
    return p50Micros / 1e3;
  }

  double p99Millis() {
    return p99Micros / 1e3;
  }

  double requestsPerSecond() {
    return requests * 1e6 / micros;
  }
}
