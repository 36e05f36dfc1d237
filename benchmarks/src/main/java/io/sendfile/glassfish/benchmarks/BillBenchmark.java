package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Measures what a JVM pays once for each start: the CPU of its compilers until they rest, and the
 * cost of a request before and after; {@code benchmarks/run-bench.sh} starts this program.
 * Arguments: folder of files, rounds, seconds of a load, command of {@code load}, folder of the
 * scripts that start the servers, then the contestants. With a folder of files only: creates the
 * files.
 */
public final class BillBenchmark {
  private static final List<BenchFile> FILES =
      List.of(BenchFile.kilobytes(2), BenchFile.megabytes(1));

  /** GlassFish's and Tomcat's threads of requests, and ours of downloads. */
  private static final Pattern REQUEST_THREADS =
      Pattern.compile("http-(thread-poo|listener|nio).*");

  private static final Pattern WORKERS = Pattern.compile("sendfile-(worke|polle).*");

  /** Most repetitions of the load. */
  private static final int MOST = 30;

  private final ClearClient client;
  private final FreshServers servers;
  private final Duration time;
  private final Grid<Bill> grid;

  /**
   * Costs of one start.
   *
   * @param compilerSeconds CPU of the compilers from the first request until they rest
   * @param seconds time until they rest
   * @param methods compiled by then, since the start of the server
   * @param classes loaded by then, since the start of the server
   * @param first the load at the beginning
   * @param warm the load when the compilers rest
   * @param requestThreads seconds of CPU of its threads of requests then
   * @param workers seconds of CPU of its threads of downloads then
   */
  record Bill(
      double compilerSeconds,
      double seconds,
      double methods,
      double classes,
      Sample first,
      Sample warm,
      double requestThreads,
      double workers) {
    private double perWarmRequest(double cpuSeconds) {
      return cpuSeconds * 1e6 / warm.requests();
    }
  }

  /** One part of the report each. */
  private static final List<Figure<Bill>> FIGURES =
      List.of(
          new Figure<>("CPU of compilers until they rest, s", 1, Bill::compilerSeconds),
          new Figure<>("Time until they rest, s", 0, Bill::seconds),
          new Figure<>("Methods compiled", 0, Bill::methods),
          new Figure<>("Classes loaded", 0, Bill::classes),
          new Figure<>(
              "CPU of the server at the beginning, µs per request",
              1,
              bill -> bill.first().cpuMicrosPerRequest()),
          new Figure<>(
              "CPU of the server, warm, µs per request",
              1,
              bill -> bill.warm().cpuMicrosPerRequest()),
          new Figure<>(
              "… of its request threads", 1, bill -> bill.perWarmRequest(bill.requestThreads())),
          new Figure<>("… of its workers", 1, bill -> bill.perWarmRequest(bill.workers())),
          new Figure<>(
              "CPU of server and client, warm, µs per request",
              1,
              bill -> bill.warm().totalCpuMicrosPerRequest()),
          new Figure<>(
              ServerProcess.MACHINE + ", warm, µs per request",
              1,
              bill -> bill.warm().machineMicrosPerRequest()),
          new Figure<>("Requests per second, warm", 0, bill -> bill.warm().requestsPerSecond()));

  BillBenchmark(ClearClient client, FreshServers servers, Duration time, List<String> contestants) {
    this.client = client;
    this.servers = servers;
    this.time = time;
    grid = new Grid<>(contestants, FILES.stream().map(BenchFile::title).toList());
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      FILES.forEach(file -> file.createIn(folder, new Random()));
      Files.writeString(folder.resolve("hello"), "hello\n");
      return;
    }
    int rounds = Integer.parseInt(args[1]);
    List<Contestant> contestants = Contestant.parse(args, 5);
    BillBenchmark bill =
        new BillBenchmark(
            new ClearClient(List.of(args[3].split(" "))),
            new FreshServers(Path.of(args[4])),
            Duration.ofSeconds(Integer.parseInt(args[2])),
            contestants.stream().map(Contestant::name).toList());
    for (int round = 1; round <= rounds; round++) {
      for (BenchFile file : FILES) {
        for (Contestant contestant : Contestant.shuffled(contestants, new Random())) {
          bill.measure(contestant, file);
          new BodyCheck(Protocol.CLEAR, folder).check(contestant, file);
        }
      }
    }
    System.out.print(bill.report(rounds));
  }

  private void measure(Contestant contestant, BenchFile file) throws IOException {
    servers.restart(contestant);
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    Column load = Column.of(file);
    double before = server.compilerSeconds();
    double restingFrom = before;
    Sample first = null;
    Sample warm = null;
    double requestThreads = 0;
    double workers = 0;
    int runs = 0;
    do {
      restingFrom = server.compilerSeconds();
      requestThreads = server.cpuSeconds(REQUEST_THREADS);
      workers = server.cpuSeconds(WORKERS);
      warm = client.run(contestant, load, time);
      first = first == null ? warm : first;
      runs++;
    } while (!WarmUp.rests(server.compilerSeconds() - restingFrom, time) && runs < MOST);
    Bill bill =
        new Bill(
            restingFrom - before,
            (runs - 1) * time.toMillis() / 1e3,
            counter(server, Pattern.compile("sun\\.ci\\.(osrCompiles|standardCompiles)=(\\d+)")),
            counter(server, Pattern.compile("java\\.cls\\.(l|sharedL)oadedClasses=(\\d+)")),
            first,
            warm,
            server.cpuSeconds(REQUEST_THREADS) - requestThreads,
            server.cpuSeconds(WORKERS) - workers);
    System.err.printf("%s, %s: %s%n", contestant.name(), file.title(), bill);
    add(contestant.name(), file, bill);
  }

  /** The sum of a JVM's counters of such names; NaN for other programs. */
  private static double counter(ServerProcess server, Pattern lines) throws IOException {
    long pid = server.pids().get(0);
    if (!ServerProcess.isJava(pid)) {
      return Double.NaN;
    }
    Path java = Files.readSymbolicLink(Path.of("/proc/" + pid + "/exe"));
    String said =
        LoadClient.say(
            List.of(java.resolveSibling("jcmd").toString(), "" + pid, "PerfCounter.print"),
            "jcmd failed");
    return lines.matcher(said).results().mapToLong(line -> Long.parseLong(line.group(2))).sum();
  }

  /** Adds a measurement. */
  void add(String contestant, BenchFile file, Bill bill) {
    grid.add(contestant, file.title(), bill);
  }

  String report(int rounds) {
    StringBuilder text = new StringBuilder();
    text.append(
        ("A fresh process for each cell, at rest after its start; %d connections. Compilers rest when"
                + " they take less than %.0f %% of a processor for %d s. Medians of rounds: %d.%n%n")
            .formatted(
                Column.of(FILES.get(0)).clients(), WarmUp.RESTING * 100, time.toSeconds(), rounds));
    for (Figure<Bill> figure : FIGURES) {
      text.append(grid.table(figure, ""));
    }
    if (grid.contestants().contains("copy")) {
      text.append(
          grid.ratios("CPU at the beginning", "copy", bill -> bill.first().cpuMicrosPerRequest()));
      text.append(
          grid.ratios(
              "CPU of server and client, warm",
              "copy",
              bill -> bill.warm().totalCpuMicrosPerRequest()));
      text.append(
          grid.ratios(
              ServerProcess.MACHINE + ", warm",
              "copy",
              bill -> bill.warm().machineMicrosPerRequest()));
    }
    return text.toString();
  }
}
