package io.sendfile.glassfish.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Measures running servers with clients behind slow links; {@code benchmarks/run-bench.sh} starts
 * them and this program. Arguments: folder of files, rounds, seconds of one measurement, clients, a
 * regular expression that the titles of columns have in them, command of {@code slow-link.py},
 * command of {@code mix}, command of asadmin, then the contestants. With a folder only: creates the
 * files.
 */
public final class NetworkBenchmark {
  private NetworkBenchmark() {}

  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    if (args.length == 1) {
      NetworkClients.FILES.forEach(file -> file.createIn(folder, new Random()));
      return;
    }
    int rounds = Integer.parseInt(args[1]);
    Duration time = Duration.ofSeconds(Integer.parseInt(args[2]));
    NetworkClients clients =
        new NetworkClients(
            List.of(args[5].split(" ")),
            List.of(args[6].split(" ")),
            folder,
            Integer.parseInt(args[3]),
            time);
    Asadmin asadmin = new Asadmin(Arrays.stream(args[7].split(" ")).toList());
    List<Contestant> contestants = Contestant.parse(args, 8);
    contestants.forEach(
        contestant ->
            WarmUp.untilCompilersRest(
                contestant, () -> clients.warmUp(contestant), System.err::println));
    List<Congestion> compared = Congestion.compared();
    Predicate<String> measured = Pattern.compile(args[4]).asPredicate();
    List<String> titles =
        compared.stream()
            .flatMap(each -> SlowLink.ALL.stream().map(link -> title(link, each)))
            .filter(measured)
            .toList();
    Grid<NetworkSample> samples = Grid.of(contestants, titles);
    for (int round = 1; round <= rounds; round++) {
      System.err.printf("round %d of %d%n", round, rounds);
      for (SlowLink link : SlowLink.ALL) {
        for (Congestion each : compared) {
          if (!titles.contains(title(link, each))) {
            continue;
          }
          for (Contestant contestant : Contestant.shuffled(contestants, new Random())) {
            int seed = round;
            asadmin.set(contestant.settings());
            samples.add(
                contestant.name(),
                title(link, each),
                each.during(() -> clients.run(contestant, link, seed)));
          }
        }
      }
    }
    System.out.printf(
        "%d clients, each on a line of %d Mbit/s with a queue of 64 KB of its own, behind a round trip"
            + " and a loss of packets to clients as named. They read files of 14, 200 KB, 1 and 20 MB,"
            + " equally mixed, as fast as these come, and compare every byte. %d rounds of %d s for"
            + " each cell, contestants in random order, JVMs warm. No network card cuts the segments:"
            + " that is part of the CPU of all.%n%n",
        clients.number(), SlowLink.MEGABITS, rounds, time.toSeconds());
    System.out.print(report(samples));
  }

  private static String title(SlowLink link, Congestion congestion) {
    return link.title() + congestion.title();
  }

  private static String report(Grid<NetworkSample> samples) {
    return samples.table("Received by all, MB/s", 2, s -> s.clients().total())
        + samples.table("First byte, p50, ms", 1, s -> s.clients().initMillis("p50"))
        + samples.table("First byte, p99, ms", 1, s -> s.clients().initMillis("p99"))
        + samples.table("`/hello` beside it, p50, ms", 1, s -> s.clients().helloMillis("p50"))
        + samples.table("`/hello` beside it, p99, ms", 1, s -> s.clients().helloMillis("p99"))
        + samples.table("CPU of the server, s per GB", 3, s -> s.clients().cpuSecondsPerGigabyte())
        + samples.table(
            "The same without the JVM's compilers, s per GB",
            3,
            s -> s.clients().compiledCpuSecondsPerGigabyte())
        + samples.ratios(
            "CPU",
            Contestant.baseline(samples.contestants()),
            s -> s.clients().compiledCpuSecondsPerGigabyte())
        + samples.table(
            "Segments sent again, % of the packets", 2, NetworkSample::retransmittedPercent)
        + samples.table(
            "Packets that found their line's queue full, %", 2, NetworkSample::droppedPercent)
        + samples.table(
            "Memory of the kernel for a connection, KB",
            0,
            s -> s.clients().memory().kilobytesEach());
  }
}
