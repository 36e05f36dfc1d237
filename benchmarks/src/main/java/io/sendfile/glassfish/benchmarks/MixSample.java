package io.sendfile.glassfish.benchmarks;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Result of one run of the clients of 2009.
 *
 * @param values the figures that {@code mix} prints, see the head of {@code mix.c}
 * @param cpuSeconds user and system time of the server's process during the run, with its warm-up
 * @param machineSeconds time in which the machine's processors were not idle
 * @param compilerSeconds the part of the server's time spent by a JVM's compilers
 * @param seconds duration of the run
 * @param server the server's process at the end
 * @param memory of its connections, in the middle
 * @param calls of its process, where a run was made to count them
 */
record MixSample(
    Map<String, Double> values,
    double cpuSeconds,
    double machineSeconds,
    double compilerSeconds,
    double seconds,
    ServerProcess.State server,
    SocketMemory memory,
    SystemCalls calls) {

  static Map<String, Double> parse(String line) {
    return Arrays.stream(line.trim().split(" "))
        .map(word -> word.split("=", 2))
        .collect(toMap(pair -> pair[0], pair -> Double.parseDouble(pair[1])));
  }

  /** The same, with the times of {@code /hello} that another run had. */
  MixSample beside(MixSample other) {
    Map<String, Double> both = new HashMap<>(values);
    other.values.forEach(
        (name, value) -> {
          if (name.startsWith("hello")) {
            both.put(name, value);
          }
        });
    return new MixSample(
        both, cpuSeconds, machineSeconds, compilerSeconds, seconds, server, memory, calls);
  }

  /** The same, with the calls that were counted in another run of the same load. */
  MixSample with(SystemCalls counted) {
    return new MixSample(
        values, cpuSeconds, machineSeconds, compilerSeconds, seconds, server, memory, counted);
  }

  /** Events of {@link SystemCalls} for 10^6 bytes: slow clients get as many in each run. */
  double callsPerMegabyte(String event) {
    return calls.perMegabyte(event, total());
  }

  private double value(String name) {
    Double value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The clients did not say " + name + ": " + values);
    }
    return value;
  }

  /** Time from a request to its first body byte, mean, seconds. */
  double initSeconds() {
    return value("init_mean") / 1e6;
  }

  /** A quantile of it, such as {@code p99}, milliseconds. */
  double initMillis(String quantile) {
    return value("init_" + quantile) / 1e3;
  }

  /** 10^6 bytes per second of one client that receives the largest file. */
  double speed() {
    return value("speed") / 1e6;
  }

  /** 10^6 bytes per second of all clients. */
  double total() {
    return value("bytes") / value("micros");
  }

  double helloMillis(String quantile) {
    return value("hello_" + quantile) / 1e3;
  }

  /** Jain's index: 1 when all clients received the same. */
  double fairness() {
    return value("fair") / 1e3;
  }

  /** Requests without a body byte at the end, and responses of 503. */
  double unserved() {
    return value("waiting") + value("busy");
  }

  /** By the bytes of the measured part, scaled to the whole run. */
  double cpuSecondsPerGigabyte() {
    return perGigabyte(cpuSeconds);
  }

  /** Of all processes and interrupts. */
  double machineSecondsPerGigabyte() {
    return perGigabyte(machineSeconds);
  }

  /** CPU without the JVM's compilers, which come to rest after some minutes. */
  double compiledCpuSecondsPerGigabyte() {
    return perGigabyte(cpuSeconds - compilerSeconds);
  }

  private double perGigabyte(double ofAll) {
    return ofAll / seconds / (value("bytes") / value("micros") * 1e6) * 1e9;
  }
}
