package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Calls of the kernel and changes of threads by a server, as perf(1) counts them for root. Counting
 * slows each call down a little, so it has runs of its own.
 *
 * @param perSecond by event; empty where perf cannot count
 */
record SystemCalls(Map<String, Double> perSecond) {
  static final SystemCalls NONE = new SystemCalls(Map.of());

  /** All of them. */
  static final String ALL = "raw_syscalls:sys_enter";

  static final String SENDFILE = "syscalls:sys_enter_sendfile64";
  static final String EPOLL_WAIT = "syscalls:sys_enter_epoll_wait";
  static final String EPOLL_CTL = "syscalls:sys_enter_epoll_ctl";
  static final String FUTEX = "syscalls:sys_enter_futex";

  /** Of one thread on a processor to another one. */
  static final String SWITCHES = "context-switches";

  private static final List<String> EVENTS =
      List.of(ALL, SENDFILE, EPOLL_WAIT, EPOLL_CTL, FUTEX, SWITCHES);

  /** Calls of a server during a while that begins some time from now. */
  static CompletableFuture<SystemCalls> of(ServerProcess server, Duration later, Duration time) {
    return CompletableFuture.supplyAsync(
        () -> {
          ServerProcess.pause(later);
          return count(server, time);
        });
  }

  private static SystemCalls count(ServerProcess server, Duration time) {
    String pids = server.pids().stream().map(String::valueOf).collect(joining(","));
    String seconds = "" + time.toMillis() / 1e3;
    List<String> command =
        List.of(
            "perf",
            "stat",
            "-x",
            ";",
            "-e",
            String.join(",", EVENTS),
            "-p",
            pids,
            "--",
            "sleep",
            seconds);
    try {
      Process perf = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(perf.getInputStream().readAllBytes(), UTF_8);
      return perf.waitFor() == 0 ? parse(said, time) : NONE;
    } catch (IOException withoutPerf) {
      return NONE;
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }

  /** Reads lines of {@code count;unit;event;…}. */
  static SystemCalls parse(String said, Duration time) {
    Map<String, Double> counts = new HashMap<>();
    Stream.of(said.split("\n"))
        .map(line -> line.split(";"))
        .filter(fields -> fields.length > 2 && fields[0].matches("[0-9]+"))
        .forEach(
            fields -> counts.put(fields[2], Double.parseDouble(fields[0]) * 1e3 / time.toMillis()));
    return new SystemCalls(counts);
  }

  /**
   * For each 10^6 bytes of body; NaN where they were not counted.
   *
   * @param event one of the constants
   * @param megabytesPerSecond sent meanwhile
   */
  double perMegabyte(String event, double megabytesPerSecond) {
    return perSecond.getOrDefault(event, Double.NaN) / megabytesPerSecond;
  }
}
