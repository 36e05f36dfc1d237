package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Lets all kinds of clients loose on a server for some time, and tells whether it stays as it was;
 * {@code benchmarks/run-bench.sh} starts both. Arguments: folder of files, minutes, seconds of the
 * stall timeout, command of asadmin, application to be deployed again and again, file of the chart,
 * then the contestant. With a folder only: creates the files. Exit status 3 if a line is not flat
 * or a visit went wrong.
 */
public final class SoakBenchmark {
  private static final int NOT_FLAT = 3;

  private final SoakServer server;
  private final ServerProcess process;
  private final JvmProbe jvm;
  private final SoakProbe hello;
  private final SoakProbe handOff;
  private Map<String, Long> ended;

  private SoakBenchmark(SoakServer server) {
    this.server = server;
    process = ServerProcess.listeningOn(List.of(server.port()));
    jvm = JvmProbe.of(process.pids().get(0));
    hello = SoakProbe.start(server.port(), server.hello());
    handOff = SoakProbe.start(server.port(), server.target(SoakClient.SMALL));
    ended = new SoakOutcomes(jvm.server()).read();
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      SoakClient.FILES.forEach(file -> file.createIn(folder, new Random()));
      return;
    }
    Duration stallTimeout = Duration.ofSeconds(Integer.parseInt(args[2]));
    SoakServer server = new SoakServer(Contestant.parse(args[6]), stallTimeout);
    Asadmin asadmin = new Asadmin(Arrays.asList(args[3].split(" ")));
    new SoakAdministrator(asadmin, args[4], System.err::println).start();
    SoakReport report = new SoakBenchmark(server).run(Integer.parseInt(args[1]));
    System.out.print(report.markdown());
    String chart =
        SoakChart.svg("A soak of %d minutes".formatted(report.minutes().size()), report.minutes());
    Files.writeString(Path.of(args[5]), chart);
    System.exit(report.faults().isEmpty() ? 0 : NOT_FLAT);
  }

  private SoakReport run(int length) {
    List<SoakMinute> minutes = new ArrayList<>();
    try (SoakCrowd crowd = new SoakCrowd(server, System.err::println)) {
      crowd.come(new Random());
      long begin = System.nanoTime();
      for (int minute = 1; minute <= length; minute++) {
        long end = begin + Duration.ofMinutes(minute).toNanos();
        ServerProcess.pause(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        minutes.add(look());
        System.err.println("minute " + minute + ": " + minutes.get(minute - 1).summary());
      }
      Map<SoakClient, Long> visits = new EnumMap<>(SoakClient.class);
      Map<SoakClient, Long> failures = new EnumMap<>(SoakClient.class);
      for (SoakClient kind : SoakClient.values()) {
        visits.put(kind, crowd.visits(kind));
        failures.put(kind, crowd.failures(kind));
      }
      return new SoakReport(minutes, visits, failures);
    }
  }

  /** The latencies first: the collection makes requests wait, and they do not count. */
  private SoakMinute look() {
    List<Double> helloMillis = hello.take();
    List<Double> handOffMillis = handOff.take();
    Map<String, Long> now = new SoakOutcomes(jvm.server()).read();
    Map<String, Long> inTheMinute = SoakOutcomes.between(ended, now);
    ended = now;
    ServerProcess.State state = process.state();
    double heap = LiveHeap.of(process).bytes() / 1e6;
    double direct = jvm.read().directBytes() / 1e6;
    hello.take();
    handOff.take();
    return new SoakMinute(heap, direct, state, helloMillis, handOffMillis, inTheMinute);
  }
}
