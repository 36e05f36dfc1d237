package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Measures the first requests of fresh servers; {@code benchmarks/run-bench.sh} starts this
 * program. Arguments: folder of files, rounds, command of {@code load}, folder of the scripts that
 * start the servers, then the contestants. With a folder of files only: creates the files.
 */
public final class ColdBenchmark {
  private static final List<BenchFile> FILES = BenchTable.SMALL;

  /** Numbers of requests; figures are those of all requests until then. */
  private static final List<Integer> REQUESTS = List.of(100, 1_000, 10_000, 100_000);

  private static final int CLIENTS = 32;

  private final List<String> command;
  private final FreshServers servers;
  private final Grid<Double> grid;
  private final Grid<Double> compilers;

  ColdBenchmark(List<String> command, FreshServers servers, List<String> contestants) {
    this.command = command;
    this.servers = servers;
    grid =
        new Grid<>(
            contestants,
            FILES.stream().flatMap(f -> REQUESTS.stream().map(n -> title(f, n))).toList());
    compilers = new Grid<>(contestants, FILES.stream().map(BenchFile::title).toList());
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      FILES.forEach(file -> file.createIn(folder, new Random()));
      Files.writeString(folder.resolve("hello"), "hello\n");
      return;
    }
    int rounds = Integer.parseInt(args[1]);
    List<Contestant> contestants = Contestant.parse(args, 4);
    ColdBenchmark cold =
        new ColdBenchmark(
            List.of(args[2].split(" ")),
            new FreshServers(Path.of(args[3])),
            contestants.stream().map(Contestant::name).toList());
    for (int round = 1; round <= rounds; round++) {
      for (BenchFile file : FILES) {
        for (Contestant contestant : Contestant.shuffled(contestants, new Random())) {
          cold.measure(contestant, file);
          new BodyCheck(Protocol.CLEAR, folder).check(contestant, file);
        }
      }
    }
    System.out.print(cold.report(rounds));
  }

  private void measure(Contestant contestant, BenchFile file) {
    servers.restart(contestant);
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-p", "" + contestant.port(), "-u", contestant.target(file)));
    line.addAll(List.of("-c", "" + CLIENTS, "-d", "600"));
    line.addAll(List.of("-n", "" + Collections.max(REQUESTS), "-P", "" + server.pids().get(0)));
    double before = server.compilerSeconds();
    String said = LoadClient.say(line, contestant);
    addCompilers(contestant.name(), file, server.compilerSeconds() - before);
    System.err.printf("%s, %s: %s", contestant.name(), file.title(), said);
    add(contestant.name(), file, said);
  }

  /** Adds what {@code load} said about the server. */
  void add(String contestant, BenchFile file, String said) {
    Map<String, Double> figures = MixSample.parse(said);
    for (int requests : REQUESTS) {
      double micros = figures.getOrDefault("server_" + requests, Double.NaN);
      grid.add(contestant, title(file, requests), micros / requests);
    }
  }

  /** Adds what the compilers took for all of the requests. */
  void addCompilers(String contestant, BenchFile file, double seconds) {
    compilers.add(contestant, file.title(), seconds);
  }

  private static String title(BenchFile file, int requests) {
    return String.format(Locale.ROOT, "%s, first %,d", file.title(), requests);
  }

  String report(int rounds) {
    StringBuilder text = new StringBuilder();
    text.append(
        ("A fresh process for each cell, at rest after its start; %d connections. Figures are means of"
                + " so many first requests, in the median of %d rounds; every body checked after.%n%n")
            .formatted(CLIENTS, rounds));
    text.append(grid.table("CPU of the server, µs per request", 1, sample -> sample));
    text.append(
        compilers.table(
            String.format(
                Locale.ROOT,
                "CPU of the JVM's compilers meanwhile, s, of the first %,d",
                Collections.max(REQUESTS)),
            1,
            sample -> sample));
    for (String base : List.of("copy", "docroot")) {
      if (grid.contestants().contains(base)) {
        text.append(grid.ratios("CPU", base, sample -> sample));
      }
    }
    return text.toString();
  }
}
