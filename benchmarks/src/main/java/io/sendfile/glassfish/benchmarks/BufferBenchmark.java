package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.BufferTable.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Measures the buffer policies of a running GlassFish; {@code benchmarks/run-bench.sh} starts both.
 * Arguments: folder of files, rounds, seconds of one measurement, command of {@code h2load},
 * command of asadmin, then the policies as contestants with a clear and a TLS port. With a folder
 * only: creates the files.
 */
public final class BufferBenchmark {
  private static final Duration WARM = Duration.ofSeconds(1);

  /** Warm-up of the JVM, with the first policy, for each cell. */
  private static final Duration COMPILE = Duration.ofSeconds(6);

  private final List<Contestant> policies;
  private final Asadmin asadmin;
  private final JvmProbe probe;
  private final ServerProcess server;
  private final Grid<BufferSample> samples;

  private BufferBenchmark(
      List<Contestant> policies, Asadmin asadmin, ServerProcess server, JvmProbe probe) {
    this.policies = policies;
    this.asadmin = asadmin;
    this.server = server;
    this.probe = probe;
    this.samples = BufferTable.grid(policies);
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      BufferTable.FILES.forEach(file -> file.createIn(folder, new Random()));
      return;
    }
    int rounds = Integer.parseInt(args[1]);
    Duration time = Duration.ofSeconds(Long.parseLong(args[2]));
    List<String> command = List.of(args[3].split(" "));
    Asadmin asadmin = new Asadmin(List.of(args[4].split(" ")));
    List<Contestant> policies = Contestant.parse(args, 5);
    ServerProcess server = ServerProcess.listeningOn(policies.get(0).ports());
    try (JvmProbe probe = JvmProbe.of(server.pids().get(0))) {
      BufferBenchmark benchmark = new BufferBenchmark(policies, asadmin, server, probe);
      benchmark.checkBodies(folder);
      benchmark.warmUp(new TimedH2load(command, WARM, COMPILE));
      benchmark.measure(new TimedH2load(command, WARM, time), rounds);
      System.out.print(benchmark.report(rounds, time));
    }
  }

  private void checkBodies(Path folder) throws IOException {
    for (Contestant policy : policies) {
      asadmin.set(policy.settings());
      for (Cell cell : BufferTable.CELLS) {
        new BodyCheck(cell.wire().protocol(), folder)
            .check(cell.wire().uri(policy, cell.file()), cell.file());
      }
    }
    System.err.println("length and digest of every body are right with every policy");
  }

  private void warmUp(TimedH2load client) {
    System.err.println("warming up");
    asadmin.set(policies.get(0).settings());
    BufferTable.CELLS.forEach(cell -> sample(client, policies.get(0), cell));
  }

  private void measure(TimedH2load client, int rounds) {
    for (int round = 1; round <= rounds; round++) {
      for (Contestant policy : Contestant.shuffled(policies, new Random())) {
        asadmin.set(policy.settings());
        for (Cell cell : BufferTable.CELLS) {
          BufferSample sample = sample(client, policy, cell);
          samples.add(policy.name(), cell.title(), sample);
          System.err.printf(
              "round %d of %d, %s, %s: %.0f requests/s%n",
              round, rounds, policy.name(), cell.title(), sample.requestsPerSecond());
        }
      }
    }
  }

  private BufferSample sample(TimedH2load client, Contestant policy, Cell cell) {
    var load = client.run(cell.wire(), policy, cell.file(), this::read);
    return new BufferSample(
        load.requestsPerSecond(),
        load.after().cpuSeconds - load.before().cpuSeconds,
        load.before().jvm,
        load.after().jvm);
  }

  private Reading read() {
    return new Reading(server.cpuSeconds(), probe.read());
  }

  private String report(int rounds, Duration time) {
    String load =
        "Files handed off by a servlet, asked for by h2load: the small one on %d connections in"
            + " clear, %d by TLS, %d by HTTP/2 (over TLS) with %d streams each; that of 1 MB with 30"
            + " requests under way. %d rounds of %d s for each cell, policies in random order;"
            + " length and SHA-256 of the body checked before on every wire with every policy."
            + " Allocation, pauses and direct memory are those of the whole JVM.%n%n";
    return load.formatted(
            Wire.CLEAR.connections(),
            Wire.TLS.connections(),
            Wire.HTTP2.connections(),
            Wire.HTTP2.streams(),
            rounds,
            time.toSeconds())
        + BufferTable.report(samples);
  }

  private record Reading(double cpuSeconds, JvmProbe.Reading jvm) {}
}
